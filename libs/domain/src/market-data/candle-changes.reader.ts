import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../database/pool';
import { LATE_WRITES_KEPT_DAYS } from './late-write.entity';
import type { SeriesName } from './series.repository';

/** A stored candle as streams tell it; its open time in milliseconds since 1970 UTC. */
export interface ToldCandle {
  readonly openTime: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly isClosed: boolean;
}

/** How far somebody knows a series: its newest open time and a time no later than its last commit, both in milliseconds. */
export interface SeriesPosition {
  readonly newestOpenTime: number;
  readonly committedAt: number;
}

interface SeriesState extends SeriesPosition {
  readonly seriesId: number;
  readonly version: number;
}

export interface LatestCandle extends SeriesState {
  readonly newest?: ToldCandle;
}

export interface CandleChanges extends LatestCandle {
  /** Ascending, as they stand at this version; undefined where there are too many, or nobody knows any more which. */
  readonly candles?: readonly ToldCandle[];
  /** No candle before this open time has changed. */
  readonly from: number;
}

/** A series of a list, by its position there, whose state is not the one that was seen. */
export interface MovedSeries {
  readonly place: number;
  /** It has another id or fewer writes than were seen: the database was restored. */
  readonly isReplaced: boolean;
}

/** More than this is for a query, not for a stream. */
const MOST_CHANGES = 10_000;
/** Clocks of servers differ by a little. */
const OVERLAP_SECONDS = 5;

const STATE = `
  id as "seriesId", version::float8 as version, coalesce(floor(extract(epoch from last_write_at) * 1000), 0)::float8 as "committedAt",
  coalesce(extract(epoch from last_open_time) * 1000, 0)::float8 as "newestOpenTime"`;

const CANDLE = `
  (extract(epoch from candle.open_time) * 1000)::float8 as "openTime", candle.open, candle.high, candle.low, candle.close,
  candle.volume, candle.is_closed as "isClosed"`;

const latestWhere = (condition: string) => `
  select ${STATE}, ${CANDLE}
  from series left join lateral (
    select * from candlesticks where series_id = series.id order by open_time desc limit 1
  ) candle on true
  where ${condition}`;

const LATEST_OF_NAME = latestWhere('exchange = $1 and symbol = $2 and interval = $3');
const MOVED = `
  select place::int - 1 as place,
    coalesce(series.id <> seen.id or series.version < seen.version, false) as "isReplaced"
  from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::bigint[]) with ordinality
    as seen (exchange, symbol, interval, id, version, place)
  join series using (exchange, symbol, interval)
  where series.version <> seen.version or series.id <> seen.id`;

/** In one statement, so that state and candles belong together. The spans of late writes overlap; merged they name each candle once. */
const changesWhere = (isLate: string, isForgotten: string) => `
  with late as (
    select lower(span) as first, upper(span) as last
    from (
      select unnest(range_agg(tstzrange(first_open_time, last_open_time, '[]'))) as span
      from late_writes where series_id = $1 and ${isLate}
    ) merged
  ), changed as (
    (
      select earlier.* from late cross join lateral (
        select * from candlesticks
        where series_id = $1 and open_time between late.first and late.last and open_time < $2
        order by open_time limit ${MOST_CHANGES + 1}
      ) earlier limit ${MOST_CHANGES + 1}
    )
    union all
    (
      select * from candlesticks where series_id = $1 and open_time >= $2 order by open_time limit ${MOST_CHANGES + 1}
    )
  )
  select ${STATE}, ${isForgotten} as "isForgotten",
    (extract(epoch from case when ${isForgotten} then first_open_time
      else least($2::timestamptz, (select min(first) from late)) end) * 1000)::float8 as from,
    ${CANDLE}
  from series left join (select * from changed limit ${MOST_CHANGES + 1}) candle on true
  where id = $1 and exchange = $4 and symbol = $5 and interval = $6
  order by candle.open_time`;

const CHANGES_AFTER_VERSION = changesWhere('version > $3', 'false');
const CHANGES_SINCE_COMMIT = changesWhere(
  `written_at >= $3::timestamptz - interval '${OVERLAP_SECONDS} s'`,
  `(first_open_time < $2 and $3::timestamptz - interval '${OVERLAP_SECONDS} s' < now() - interval '${LATE_WRITES_KEPT_DAYS} days')`,
);

type Row = SeriesState & { readonly isForgotten: boolean; readonly from: number } & {
  readonly [Field in keyof ToldCandle]: ToldCandle[Field] | null;
};

/** Finds what became of series since somebody last knew them. */
@Injectable()
export class CandleChangesReader {
  constructor(private readonly dataSource: DataSource) {}

  /** Undefined where there is no such series yet. */
  async latest({ exchange, symbol, interval }: SeriesName): Promise<LatestCandle | undefined> {
    const rows = await this.rows('latest-candle', LATEST_OF_NAME, [exchange, symbol, interval]);
    return rows.length === 0 ? undefined : latestOf(rows[0]);
  }

  /** Those that have been written to since, in one query for all. */
  async findMoved(
    seen: readonly { name: SeriesName; seriesId?: number; version: number }[],
  ): Promise<MovedSeries[]> {
    const { rows } = await poolOf(this.dataSource).query<MovedSeries>({
      name: 'moved-series',
      text: MOVED,
      values: [
        seen.map(({ name }) => name.exchange),
        seen.map(({ name }) => name.symbol),
        seen.map(({ name }) => name.interval),
        seen.map(({ seriesId }) => seriesId ?? null),
        seen.map(({ version }) => version),
      ],
    });
    return rows;
  }

  /** What changed after a version in which the newest candle had the given open time. */
  changesAfter(
    name: SeriesName,
    seriesId: number,
    { version, newestOpenTime }: { version: number; newestOpenTime: number },
  ): Promise<CandleChanges> {
    return this.read(name, 'candle-changes-after-version', CHANGES_AFTER_VERSION, [
      seriesId,
      new Date(newestOpenTime),
      version,
    ]);
  }

  /** The candles from the newest that somebody knows, and the older ones that changed since they knew it. */
  changesSince(
    name: SeriesName,
    seriesId: number,
    { newestOpenTime, committedAt }: SeriesPosition,
  ): Promise<CandleChanges> {
    return this.read(name, 'candle-changes-since-commit', CHANGES_SINCE_COMMIT, [
      seriesId,
      new Date(newestOpenTime),
      new Date(committedAt),
    ]);
  }

  private async read(
    name: SeriesName,
    statement: string,
    text: string,
    values: [seriesId: number, ...unknown[]],
  ): Promise<CandleChanges> {
    const { exchange, symbol, interval } = name;
    const rows = await this.rows(statement, text, [...values, exchange, symbol, interval]);
    // The id is not that of the series any more: the database was restored, and everything may have changed.
    const { isForgotten, from } = rows.at(0) ?? { isForgotten: true, from: 0 };
    if (rows.length > MOST_CHANGES || isForgotten) {
      const nothing = { seriesId: values[0], version: 0, committedAt: 0, newestOpenTime: 0 };
      return { ...nothing, ...(await this.latest(name)), from };
    }
    const candles = rows[0].openTime === null ? [] : rows.map(candleOf);
    return { ...stateOf(rows[0]), from, candles, newest: candles.at(-1) };
  }

  private async rows(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await poolOf(this.dataSource).query<Row>({ name, text, values })).rows;
  }
}

function latestOf(row: Row): LatestCandle {
  return { ...stateOf(row), newest: row.openTime === null ? undefined : candleOf(row) };
}

function stateOf({ seriesId, version, committedAt, newestOpenTime }: Row): SeriesState {
  return { seriesId, version, committedAt, newestOpenTime };
}

function candleOf({ openTime, open, high, low, close, volume, isClosed }: Row): ToldCandle {
  return { openTime, open, high, low, close, volume, isClosed } as ToldCandle;
}
