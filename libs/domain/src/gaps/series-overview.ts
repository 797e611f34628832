import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Calendar } from '#engine/calendar/calendar';
import { INTERVALS, type Interval } from '#engine/market/interval';
import { poolOf } from '../postgres/pool';
import { closedBefore } from '../market-data/series/closed-candles';
import type { FeedReport } from '../market-data/series/feed-state.entity';
import { FEED_STATE_SQL } from '../market-data/series/feed-states';
import type { SeriesFilter } from '../market-data/series/series.repository';
import { cutPage, type RecordPage, type PageRequest } from '../records/records';

/** A longer candle that this series could not be rolled up into; its open time in milliseconds, null: none of that interval can be. */
export interface RollUpProblem {
  readonly interval: Interval;
  readonly openTime: number | null;
  readonly reason: string;
}

const MOST_ROLL_UP_PROBLEMS = 10;

/** A stored series at a glance; the counts of its quality are null until they were counted for the first time. */
export interface SeriesGlance {
  readonly id: number;
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: Interval;
  readonly calendar: Calendar;
  readonly first: Date | null;
  readonly last: Date | null;
  readonly candles: number;
  readonly lastWriteAt: Date | null;
  readonly missing: number | null;
  readonly noTrades: number | null;
  readonly offGrid: number | null;
  readonly countedAt: Date | null;
  readonly quarantined: number;
  /** Candles that their exchange has not confirmed, two minutes after their time; the oldest's open time. */
  readonly unconfirmed: number;
  readonly unconfirmedFrom: Date | null;
  /** Null: no feed follows it. */
  readonly feed: FeedReport | null;
  /** The newest ones. */
  readonly rollUpProblems: readonly RollUpProblem[];
}

/** A series by any part of its name. */
export interface SeriesSearch extends SeriesFilter {
  /** A part of `exchange symbol`, in upper or lower case. */
  readonly contains?: string;
}

const MATCHES = `
  exchange = coalesce($1, exchange) and symbol = coalesce($2, symbol) and interval = coalesce($3, interval)
  and ($4::text is null or position(lower($4) in lower(exchange || ' ' || symbol)) > 0)`;

const FEED = `case when feed_states.state is not null then ${FEED_STATE_SQL} end`;

/** The page is cut before anything is looked up for it; what is in quarantine is counted once for all of it, not for each series. */
const PAGE = `
  with page as materialized (
    select *, array_position($5::text[], interval) as duration from series where ${MATCHES}
      and ($8::bigint is null or (exchange, symbol, array_position($5::text[], interval)) > (
        select exchange, symbol, array_position($5::text[], interval) from series where id = $8))
    order by exchange, symbol, duration limit $6 offset $7
  ), refused as materialized (
    select exchange, symbol, interval, count(*)::float8 as candles from quarantined_candles
    where (exchange, symbol, interval) in (select exchange, symbol, interval from page)
    group by exchange, symbol, interval
  )
  select page.id, exchange, symbol, interval, page.calendar, first_open_time as first, last_open_time as last,
         candle_count::float8 as candles, last_write_at as "lastWriteAt",
         quality.missing::float8 as missing, quality.no_trades::float8 as "noTrades",
         quality.off_grid::float8 as "offGrid", quality.counted_at as "countedAt",
         coalesce(refused.candles, 0) as quarantined, unconfirmed.candles as unconfirmed,
         unconfirmed.first as "unconfirmedFrom", ${FEED} as feed, roll_up.problems as "rollUpProblems"
  from page
  left join refused using (exchange, symbol, interval)
  left join series_quality quality on quality.series_id = page.id and quality.calendar = page.calendar
  left join feed_states using (exchange, symbol, interval)
  cross join lateral (
    select count(*)::float8 as candles, min(open_time) as first from candlesticks
    where series_id = page.id and not is_closed and open_time < ($9::timestamptz[])[duration]
  ) unconfirmed
  cross join lateral (
    select coalesce(json_agg(problem), '[]') as problems from (
      (select interval, null::float8 as "openTime", reason from roll_up_failures
       where source_series_id = page.id order by array_position($5::text[], interval))
      union all
      (select interval, (extract(epoch from open_time) * 1000)::float8, reason from roll_up_skips
       where source_series_id = page.id order by open_time desc, array_position($5::text[], interval)
       limit ${MOST_ROLL_UP_PROBLEMS})
    ) problem
  ) roll_up
  order by exchange, symbol, duration`;

/** Which series are stored, and how good they are. */
@Injectable()
export class SeriesOverview {
  constructor(private readonly dataSource: DataSource) {}

  /** By exchange, symbol and length of the interval; the key of a page's end is the id of its last series. */
  async list(
    filter: SeriesSearch,
    { offset, limit, before: afterId }: PageRequest,
  ): Promise<RecordPage<SeriesGlance>> {
    const pool = poolOf(this.dataSource);
    const { exchange, symbol, interval, contains } = filter;
    const matching = [exchange, symbol, interval, contains].map((part) => part ?? null);
    const [counted, page] = await Promise.all([
      pool.query<{ total: number }>(
        `select count(*)::float8 as total from series where ${MATCHES}`,
        matching,
      ),
      pool.query<SeriesGlance>(PAGE, [
        ...matching,
        INTERVALS,
        limit + 1,
        offset,
        afterId ?? null,
        INTERVALS.map((interval) => closedBefore(interval)),
      ]),
    ]);
    return { ...cutPage(page.rows, limit, ({ id }) => id), total: counted.rows[0].total };
  }
}
