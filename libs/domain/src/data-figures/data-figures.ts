import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { INTERVALS, type Interval, intervalSeconds } from '#engine/market/interval';
import { EQUITY_EXCHANGE, EQUITY_INTERVAL } from '../equities/equity-series';

export const DATA_KINDS = ['funding', 'headlines', 'equities', 'features', 'regimes'] as const;

export type DataKind = (typeof DATA_KINDS)[number];

/** Candles are stored under any name of an exchange: as many have figures of their own, the ones stored first. */
export const NAMED_EXCHANGES = 50;
export const OTHER_EXCHANGES = 'other';

export interface SeriesFigure {
  readonly exchange: string;
  readonly interval: Interval;
  /** When the newest candle that is over closed, in seconds since 1970; null where there is none. */
  readonly lastClose: number | null;
  /** Candles missing between the first and the last of each series, without those that the source does not have either. */
  readonly missing: number;
}

export interface QuarantineFigure {
  readonly exchange: string;
  readonly waiting: number;
}

/** How new and how complete the stored data is, of the whole database. Nothing here reads candles. */
@Injectable()
export class DataFigures {
  constructor(private readonly dataSource: DataSource) {}

  ofSeries(): Promise<SeriesFigure[]> {
    return this.dataSource.query(SERIES, [INTERVALS, INTERVALS.map(intervalSeconds)]);
  }

  ofQuarantine(): Promise<QuarantineFigure[]> {
    return this.dataSource.query(QUARANTINE);
  }

  /** The newest time up to now of each kind of data, in seconds since 1970; null where there is none. */
  async newest(): Promise<Readonly<Record<DataKind, number | null>>> {
    const [times] = await this.dataSource.query<[Record<DataKind, number | null>]>(NEWEST);
    return times;
  }
}

/** The label of each exchange, by what `source` has of it: `exchange`, and the `id` of a series. */
const named = (source: string) => `named as materialized (
    select exchange,
      case when row_number() over (order by min(id)) <= ${NAMED_EXCHANGES} then exchange else '${OTHER_EXCHANGES}' end as label
    from ${source} group by exchange)`;

/** Series of an interval open together: where the newest candle is not over, the one before it closed as it opened. */
const SERIES = `
  with figure as materialized (
    select exchange, interval, min(id) as id, max(last_open_time) as last, sum(missing - no_trades) as missing
    from series left join series_quality quality
      on quality.series_id = series.id and quality.calendar = series.calendar
    group by exchange, interval
  ), ${named('figure')}, closed as (
    select *, last + make_interval(secs => seconds) as close
    from figure join unnest($1::text[], $2::float8[]) as duration (interval, seconds) using (interval))
  select label as exchange, interval,
    extract(epoch from max(case when close <= now() then close else last end))::float8 as "lastClose",
    coalesce(sum(missing), 0)::float8 as missing
  from closed join named using (exchange) group by label, interval`;

const QUARANTINE = `
  with ${named('series')}, waiting as materialized (
    select exchange, count(*) as candles from quarantined_candles group by exchange)
  select coalesce(label, '${OTHER_EXCHANGES}') as exchange, coalesce(sum(candles), 0)::float8 as waiting
  from named full join waiting using (exchange) group by 1`;

const EPOCH = (time: string) => `extract(epoch from ${time})::float8`;

/** Funding is read from symbol to symbol along its key: few steps, however many payments there are. */
const NEWEST = `
  with recursive funded as (
    (select exchange, symbol from funding_rates order by exchange, symbol limit 1)
    union all
    select following.exchange, following.symbol from funded cross join lateral (
      select exchange, symbol from funding_rates
      where (exchange, symbol) > (funded.exchange, funded.symbol) order by exchange, symbol limit 1) following)
  select
    (select ${EPOCH('max(newest)')} from funded cross join lateral (
       select funding_time as newest from funding_rates
       where exchange = funded.exchange and symbol = funded.symbol and funding_time <= now()
       order by funding_time desc limit 1) payment) as funding,
    (select ${EPOCH('max(published_at)')} from headlines where published_at <= now()) as headlines,
    (select ${EPOCH('max(last_open_time)')} from series
     where exchange = '${EQUITY_EXCHANGE}' and interval = '${EQUITY_INTERVAL}') as equities,
    (select ${EPOCH('max(as_of)')} from feature_sets) as features,
    (select ${EPOCH('max(computed_at)')} from stored_regimes) as regimes`;
