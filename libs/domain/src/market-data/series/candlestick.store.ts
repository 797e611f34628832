import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { arrayLiteral } from '../../postgres/array-literals';
import { eventLogOf } from '../../event-log/event-log';
import { poolOf } from '../../postgres/pool';
import type { CandleToWrite, SeriesBatch, SeriesTime, SeriesWrite, StoredClose } from './candle-writes';
import { copyCandles } from './copy-candles';
import { removeForming, type SeriesRemoval } from './remove-forming';
import { runUpsert, type Upserted } from './run-upsert';
import { identityColumns, requireAllKnown } from './series-replaced-error';

export type { CandleToWrite, SeriesBatch, SeriesWrite };

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
const FEWEST_TO_COPY = 500;

interface MergeOptions {
  /** Somebody's transaction. */
  readonly database?: Pool | PoolClient;
  /** What this is a part of: one event reports all of it (CandleLoads). */
  readonly loadId?: string;
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
      const copied =
        batch.candles.length >= FEWEST_TO_COPY
          ? await copyCandles(poolOf(this.dataSource), batch, { isRecorded: log.isOn, loadId })
          : undefined;
      if (copied) writes.push(copied);
      else if (copied === undefined) others.push(batch);
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
        arrayLiteral(times.map(({ openTime }) => openTime.toISOString())),
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
  ): Promise<readonly SeriesWrite[]> {
    const log = eventLogOf(this.dataSource);
    return (await runUpsert(database, batches, { log, loadId, isJudged: false })).writes;
  }

  /**
   * As `upsert`, in one statement that judges as well: nothing is stored of a series in which a close is far off the one
   * that is stored right before it.
   */
  upsertUnlessSuspect(batches: readonly SeriesBatch[], loadId?: string): Promise<Upserted> {
    const log = eventLogOf(this.dataSource);
    return runUpsert(poolOf(this.dataSource), batches, { log, loadId, isJudged: true });
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
