import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { intervalSeconds } from '#engine/market/interval';
import { type CandlePrices } from '#engine/market/validate-candle';
import { poolOf } from '../../postgres/pool';
import { appendCandles, isAscending } from './append-candles';
import {
  type CandleToWrite,
  NEXT_WRITE_AT_SQL,
  type SeriesBatch,
  type SeriesTime,
  type SeriesWrite,
  type StoredClose,
} from './candle-writes';
import { closedMark } from './closed-candles';
import { OpenTimeText } from './open-time-text';
import { removeForming, type SeriesRemoval } from './remove-forming';
import { identityColumns, requireAllKnown, SeriesReplacedError } from './series-replaced-error';

export type { CandleToWrite, SeriesBatch, SeriesWrite };

/**
 * One statement inserts what is new, changes what differs in any digit, and moves the counters of each series: they
 * commit together or not at all. It locks candles in ascending series and time and then the series in ascending id, so that
 * writers queue up instead of deadlocking. It stores nothing where an id and a name do not belong together, and fails where
 * a series is deleted while it runs. A write that reaches before the series' newest candle is noted, so that who was
 * not listening finds it later. The revision of a changed candle is the table's trigger's work.
 */
const UPSERT = `
  with expected as (
    select * from unnest($9::integer[], $10::text[], $11::text[], $12::text[]) as named (id, exchange, symbol, interval)
  ), known as (
    select id from series join expected using (id, exchange, symbol, interval)
  ), written as (
    insert into candlesticks (series_id, open_time, open, high, low, close, volume, is_closed)
    select series_id, open_time, open, high, low, close, volume, is_closed
    from unnest($1::integer[], $2::timestamptz[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
                $8::boolean[])
      as incoming (series_id, open_time, open, high, low, close, volume, is_closed)
    where (select count(*) from known) = (select count(*) from expected)
    order by series_id, open_time
    on conflict (series_id, open_time) do update
      set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
          volume = excluded.volume, is_closed = excluded.is_closed
      where (candlesticks.open::text, candlesticks.high::text, candlesticks.low::text, candlesticks.close::text,
             candlesticks.volume::text, candlesticks.is_closed)
        is distinct from (excluded.open::text, excluded.high::text, excluded.low::text, excluded.close::text,
             excluded.volume::text, excluded.is_closed)
    returning series_id, open_time, xmax = 0 as inserted
  ), counted as (
    select series_id, count(*) filter (where inserted) as inserted, count(*) as changed,
           min(open_time) as first, max(open_time) as last
    from written group by series_id
  ), locked as (
    select series.id, series.last_open_time as newest_before
    from series join expected using (id, exchange, symbol, interval)
    where series.id in (select series_id from counted) order by series.id for no key update of series
  ), moved as (
    update series
      set candle_count = candle_count + counted.inserted, version = version + 1, last_write_at = ${NEXT_WRITE_AT_SQL},
          first_open_time = least(first_open_time, counted.first),
          last_open_time = greatest(last_open_time, counted.last)
    from counted join locked on locked.id = counted.series_id
    where series.id = counted.series_id
    returning series.id, series.version, counted.inserted, counted.changed, counted.first, counted.last,
              series.last_write_at as written_at, counted.first < locked.newest_before as late,
              series.held_candles
  ), noted as (
    insert into late_writes (series_id, version, first_open_time, last_open_time, written_at)
    select id, version, first, last, written_at from moved where late
  )
  select id as "seriesId", version::float8 as version, inserted::float8 as inserted, (changed - inserted)::float8 as updated,
         first, last, written_at as "writtenAt", held_candles as "heldCandles"
  from known left join moved using (id)
  where case when (select count(*) from moved) < (select count(*) from counted) then refuse_removed_series() else true end`;

/** Seconds and close alternately: one text is read faster than an array. */
const PREVIOUS_CLOSES = `
  select series.id as "seriesId", (
    select string_agg(extract(epoch from open_time)::bigint || ' ' || close, ' ')
    from (
      select open_time, close from candlesticks
      where series_id = series.id and open_time < key.open_time order by open_time desc limit $6
    ) newest
  ) as closes
  from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) with ordinality
    as key (id, exchange, symbol, interval, open_time, number)
  left join series using (id, exchange, symbol, interval)
  order by number`;

/** From so many candles of a series on, more round trips pay for a cheaper way. */
const FEWEST_TO_APPEND = 500;

const PRICE_FIELDS = [
  'open',
  'high',
  'low',
  'close',
  'volume',
] as const satisfies readonly (keyof CandlePrices)[];

/** What the function refuse_removed_series raises. */
const SERIES_REMOVED = 'CS001';

interface UnchangedSeries {
  readonly seriesId: number;
  readonly version: null;
}

@Injectable()
export class CandlestickStore {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores candles of any number of series, each series named once; of several candles with the same open time the last
   * one counts. Answers the series that changed. What one call gives of a series commits together. Throws
   * SeriesReplacedError where an id is not that of its series.
   */
  async upsert(batches: readonly SeriesBatch[]): Promise<SeriesWrite[]> {
    const writes: SeriesWrite[] = [];
    const others: SeriesBatch[] = [];
    for (const batch of batches) {
      const appended =
        batch.candles.length >= FEWEST_TO_APPEND
          ? await appendCandles(poolOf(this.dataSource), batch)
          : undefined;
      if (appended) writes.push(appended);
      else others.push(batch);
    }
    if (others.length > 0) writes.push(...(await this.merge(others)));
    return writes;
  }

  /** Deletes those of the candles at these times that have not closed. Answers the series that changed. */
  removeForming(times: readonly SeriesTime[]): Promise<SeriesRemoval[]> {
    return removeForming(this.dataSource, times);
  }

  /** For each time up to so many candles stored before it, oldest first. */
  async closesBefore(times: readonly SeriesTime[], count: number): Promise<StoredClose[][]> {
    const { rows } = await poolOf(this.dataSource).query<{ seriesId: number | null; closes: string | null }>({
      name: 'previous-closes',
      text: PREVIOUS_CLOSES,
      values: [
        ...identityColumns(times),
        `{${times.map(({ openTime }) => openTime.toISOString()).join(',')}}`,
        count,
      ],
    });
    requireAllKnown(times, new Set(rows.flatMap(({ seriesId }) => seriesId ?? [])));
    return rows.map(({ closes }) => toStoredCloses(closes));
  }

  /** As `upsert`, in one statement and perhaps in somebody's transaction. */
  async merge(
    batches: readonly SeriesBatch[],
    database: Pool | PoolClient = poolOf(this.dataSource),
  ): Promise<SeriesWrite[]> {
    const columns = new UpsertColumns();
    const now = Date.now();
    for (const { seriesId, interval, candles } of batches) {
      const milliseconds = intervalSeconds(interval) * 1000;
      for (const candle of lastOfEachTime(candles)) columns.push(seriesId, candle, now - milliseconds);
    }
    const { rows } = await database
      .query<SeriesWrite | UnchangedSeries>({
        name: 'upsert-candlesticks',
        text: UPSERT,
        values: [...columns.toArrayLiterals(), ...identityColumns(batches)],
      })
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== SERIES_REMOVED) throw error;
        throw new SeriesReplacedError(batches.map(({ name }) => name));
      });
    requireAllKnown(batches, new Set(rows.map(({ seriesId }) => seriesId)));
    return rows.filter((row): row is SeriesWrite => row.version !== null);
  }
}

/** The statement's arrays, as Postgres reads them: cheaper than letting the driver quote each element. */
class UpsertColumns {
  private readonly seriesIds: number[] = [];
  private readonly openTimes: string[] = [];
  private readonly numbers = PRICE_FIELDS.map((): string[] => []);
  private readonly closed: string[] = [];
  private readonly openTimeText = new OpenTimeText();

  push(seriesId: number, candle: CandleToWrite, closedUpTo: number): void {
    this.seriesIds.push(seriesId);
    const openTime = candle.openTime.getTime();
    this.openTimes.push(`"${this.openTimeText.of(openTime)}"`);
    for (let field = 0; field < PRICE_FIELDS.length; field++) {
      this.numbers[field].push(candle[PRICE_FIELDS[field]]);
    }
    this.closed.push(String(closedMark(candle.isClosed, openTime, closedUpTo)));
  }

  toArrayLiterals(): string[] {
    return [this.seriesIds, this.openTimes, ...this.numbers, this.closed].map(
      (items) => `{${items.join(',')}}`,
    );
  }
}

function toStoredCloses(newestFirst: string | null): StoredClose[] {
  if (newestFirst === null) return [];
  const numbers = newestFirst.split(' ').map(Number);
  const closes: StoredClose[] = [];
  for (let index = numbers.length - 2; index >= 0; index -= 2) {
    closes.push({ openTime: numbers[index] * 1000, close: numbers[index + 1] });
  }
  return closes;
}

function lastOfEachTime(candles: readonly CandleToWrite[]): Iterable<CandleToWrite> {
  if (isAscending(candles)) return candles;
  return new Map(candles.map((candle) => [candle.openTime.getTime(), candle])).values();
}
