import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { intervalSeconds } from '#engine/market/interval';
import { type CandlePrices } from '#engine/market/validate-candle';
import { eventLogOf } from '../../event-log/event-log';
import { poolOf } from '../../postgres/pool';
import { appendCandles, isAscending } from './append-candles';
import {
  type CandleToWrite,
  type SeriesBatch,
  type SeriesTime,
  type SeriesWrite,
  type StoredClose,
} from './candle-writes';
import { closedMark } from './closed-candles';
import { OpenTimeText } from './open-time-text';
import { removeForming, type SeriesRemoval } from './remove-forming';
import { CANDLES_OF_EVENTS, RECORDED_EVENTS, RECORDED_LOAD } from './record-candles-sql';
import { identityColumns, requireAllKnown, SeriesReplacedError } from './series-replaced-error';
import { upsertStatement } from './upsert-statement';

export type { CandleToWrite, SeriesBatch, SeriesWrite };

/** By what is recorded of the commit. */
const UPSERTS = {
  nothing: { name: 'upsert-candlesticks', text: upsertStatement([]) },
  events: {
    name: 'upsert-candlesticks-with-events',
    text: upsertStatement([CANDLES_OF_EVENTS, RECORDED_EVENTS('$13', '$14', '$15')]),
  },
  load: { name: 'upsert-candlesticks-of-load', text: upsertStatement([RECORDED_LOAD('$13::uuid')]) },
} as const;

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

interface MergeOptions {
  /** Somebody's transaction. */
  readonly database?: Pool | PoolClient;
  /** What this is a part of: one event reports all of it (CandleLoads). */
  readonly loadId?: string;
}

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
  async upsert(batches: readonly SeriesBatch[], loadId?: string): Promise<SeriesWrite[]> {
    const log = eventLogOf(this.dataSource);
    const writes: SeriesWrite[] = [];
    const others: SeriesBatch[] = [];
    for (const batch of batches) {
      const appended =
        batch.candles.length >= FEWEST_TO_APPEND
          ? await appendCandles(poolOf(this.dataSource), batch, { isRecorded: log.isOn, loadId })
          : undefined;
      if (appended) writes.push(appended);
      else others.push(batch);
    }
    if (writes.length > 0) log.recorded();
    if (others.length > 0) writes.push(...(await this.merge(others, { loadId })));
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
    { database = poolOf(this.dataSource), loadId }: MergeOptions = {},
  ): Promise<SeriesWrite[]> {
    const log = eventLogOf(this.dataSource);
    const recording = log.isOn ? (loadId === undefined ? 'events' : 'load') : 'nothing';
    const further = { nothing: [], load: [loadId], events: sharedNames(batches) }[recording];
    const columns = new UpsertColumns();
    const now = Date.now();
    for (const { seriesId, interval, candles } of batches) {
      const milliseconds = intervalSeconds(interval) * 1000;
      for (const candle of lastOfEachTime(candles)) columns.push(seriesId, candle, now - milliseconds);
    }
    const { rows } = await database
      .query<SeriesWrite | UnchangedSeries>({
        ...UPSERTS[recording],
        values: [...columns.toArrayLiterals(), ...identityColumns(batches), ...further],
      })
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== SERIES_REMOVED) throw error;
        throw new SeriesReplacedError(batches.map(({ name }) => name));
      });
    requireAllKnown(batches, new Set(rows.map(({ seriesId }) => seriesId)));
    const writes = rows.filter((row): row is SeriesWrite => row.version !== null);
    if (writes.length > 0) log.recorded();
    return writes;
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

/** The exchange, symbol and interval of all of them; null where they differ. */
function sharedNames(batches: readonly SeriesBatch[]): (string | null)[] {
  return (['exchange', 'symbol', 'interval'] as const).map((part) => {
    const first = batches[0].name[part];
    return batches.every(({ name }) => name[part] === first) ? first : null;
  });
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
