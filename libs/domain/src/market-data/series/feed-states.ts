import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../../postgres/pool';
import { storableText } from '../../postgres/storable-text';
import type { FeedReport } from './feed-state.entity';
import type { SeriesName } from './series-name';

/** A leader that has not renewed its reports for so long is dead, and its feeds with it, unless another one reports. */
const DEAD_AFTER_SECONDS = 15;
/** A feed that nobody has reported on for so long is not followed any more. */
const FORGOTTEN_AFTER_DAYS = 7;

const IS_CURRENT = `(state = 'stopped' or renewed_at > now() - interval '${DEAD_AFTER_SECONDS} seconds')`;

/** SQL over a row of `feed_states`, as an object of the report's fields. A report of a dead leader is not believed. */
export const FEED_STATE_SQL = `json_build_object(
  'state', case when ${IS_CURRENT} then state else 'stopped' end,
  'since', extract(epoch from case when ${IS_CURRENT} then since else renewed_at end) * 1000,
  'lastMessageAt', extract(epoch from last_message_at) * 1000,
  'error', case when ${IS_CURRENT} then error else 'the worker that led the feed does not report any more' end)`;

/** One statement for all series of a worker. What a feed does not know of the time before it is kept. */
const RENEW = `
  with report as (
    select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::text[])
      as report (exchange, symbol, interval, state, since, last_message_at, error)
  ), unfollowed as (
    delete from feed_states
    where (exchange = any($1::text[]) and (exchange, symbol, interval) not in (select exchange, symbol, interval from report))
      or renewed_at < now() - interval '${FORGOTTEN_AFTER_DAYS} days'
  )
  insert into feed_states (exchange, symbol, interval, state, since, last_message_at, error, renewed_at)
  select exchange, symbol, interval, state, since, last_message_at, error, now() from report
  order by exchange, symbol, interval
  on conflict (exchange, symbol, interval) do update
    set state = excluded.state, since = excluded.since, error = excluded.error, renewed_at = excluded.renewed_at,
        last_message_at = coalesce(excluded.last_message_at, feed_states.last_message_at)`;

export interface NamedFeedReport extends SeriesName, FeedReport {}

/** The states of the feeds of all workers. */
@Injectable()
export class FeedStates {
  constructor(private readonly dataSource: DataSource) {}

  /** Renews the reports of all feeds of these exchanges; those of other series of them are removed. Each series named once. */
  async renew(exchanges: readonly string[], reports: readonly NamedFeedReport[]): Promise<void> {
    await poolOf(this.dataSource).query({
      name: 'renew-feed-states',
      text: RENEW,
      values: [
        exchanges,
        reports.map(({ exchange }) => exchange),
        reports.map(({ symbol }) => symbol),
        reports.map(({ interval }) => interval),
        reports.map(({ state }) => state),
        reports.map(({ since }) => new Date(since)),
        reports.map(({ lastMessageAt }) => lastMessageAt && new Date(lastMessageAt)),
        reports.map(({ error }) => error && storableText(error)),
      ],
    });
  }
}
