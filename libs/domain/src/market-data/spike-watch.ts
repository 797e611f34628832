import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { SPIKE_WINDOW } from '#engine/market/spike';
import { poolOf } from '../database/pool';
import { type CandleToQuarantine, OUTLIER_REASON, type QuarantinedTime } from './candle-quarantine';
import type { SeriesBatch, SeriesTime, SeriesWrite } from './candle-writes';
import { CandlestickStore } from './candlestick.store';
import type { SeriesName } from './series.repository';
import {
  judgeCandles,
  rejoinWaiting,
  type SeriesTail,
  settleWaiting,
  type StoredAround,
  type StoredBetween,
  type WaitingCandle,
} from './spike-judgement';
import { identityColumns, requireAllKnown } from './series-replaced-error';
import { loadStoredBetween } from './stored-between';

export interface SpikeVerdict {
  readonly accepted: readonly SeriesBatch[];
  readonly refused: readonly CandleToQuarantine[];
  /** Where those among them lie that are spikes for sure: what is stored of them is a state before the jump. */
  readonly spikes: readonly SeriesTime[];
  /** Candles in quarantine that need not be there any longer. */
  readonly released: readonly QuarantinedTime[];
}

export interface RememberedClose {
  readonly close: number;
  /** Of the series: at any other one somebody else has written since. */
  readonly version: number;
}

const REMEMBERED_SERIES = 20_000;

/** For ranges of series: the candle before, the close after, and the last candle between that waits in quarantine. */
const TAILS = `
  select batch.series_id as "seriesId", series.version::float8 as version, before.open_time as "newestTime", before.close as "newestClose",
         after.close as "closeAfter", waiting.*
  from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[]) with ordinality
    as batch (series_id, exchange, symbol, interval, first, last, number)
  join series on series.id = batch.series_id
    and (series.exchange, series.symbol, series.interval) = (batch.exchange, batch.symbol, batch.interval)
  left join lateral (
    select open_time, close::float8 as close from candlesticks
    where series_id = batch.series_id and open_time < batch.first order by open_time desc limit 1
  ) before on true
  left join lateral (
    select open_time, close::float8 as close from candlesticks
    where series_id = batch.series_id and open_time > batch.last order by open_time limit 1
  ) after on true
  left join lateral (
    select open_time as "openTime", open, high, low, close, volume, (
        select stored.close::float8 from candlesticks stored
        where stored.series_id = batch.series_id and stored.open_time < kept.open_time
        order by stored.open_time desc limit 1
      ) as "waitingBefore"
    from quarantined_candles kept
    where kept.exchange = series.exchange and kept.symbol = series.symbol and kept.interval = series.interval
      and kept.awaits_next_candle and kept.reason <> '${OUTLIER_REASON}' and kept.open_time < coalesce(after.open_time, 'infinity')
      and kept.open_time >= coalesce(before.open_time, '-infinity')
    order by open_time desc limit 1
  ) waiting on true
  order by batch.number`;

interface TailRow {
  readonly seriesId: number;
  readonly version: number;
  readonly newestTime: Date | null;
  readonly newestClose: number;
  readonly closeAfter: number | null;
  readonly openTime: Date | null;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly waitingBefore: number | null;
}

interface LoadedTail {
  readonly tail: SeriesTail;
  /** What is stored after the candles to judge; they lie inside the series then. */
  readonly closeAfter: number | null;
}

/**
 * Keeps spikes of our own connectors out of the series. It remembers where each series it has seen ends, so that a feed queries the
 * database only when a close jumps; a series that somebody else wrote as well is looked up anew.
 */
@Injectable()
export class SpikeWatch {
  private readonly tails = new LRUCache<number, SeriesTail>({ max: REMEMBERED_SERIES });

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: CandlestickStore,
  ) {}

  /** Judges candles that break no other rule; each series is named once. */
  async judge(batches: readonly SeriesBatch[]): Promise<SpikeVerdict> {
    const ascending = batches.map((batch) => ({ ...batch, candles: sortedByTime(batch.candles) }));
    const unknown = ascending.filter((batch) => !this.knowsTailOf(batch));
    const loaded = await this.loadTails(unknown);
    const rejoined = ascending.map((batch) => {
      const { tail, closeAfter } = loaded.get(batch.seriesId) ?? {
        tail: this.tails.get(batch.seriesId)!,
        closeAfter: null,
      };
      // Until all of it is done nothing is remembered that may not have come about.
      this.tails.delete(batch.seriesId);
      const waited = tail.waiting?.candle;
      return { ...batch, candles: rejoinWaiting(tail, batch.candles), tail, closeAfter, waited };
    });
    const between = await loadStoredBetween(
      poolOf(this.dataSource),
      rejoined.filter(({ seriesId }) => loaded.has(seriesId)),
    );

    const accepted: SeriesBatch[] = [];
    const refused: CandleToQuarantine[] = [];
    const spikes: SeriesTime[] = [];
    const released: QuarantinedTime[] = [];
    for (const { tail, closeAfter, waited, ...batch } of rejoined) {
      const { name, seriesId, interval, candles } = batch;
      const around = this.storedAround(batch, between.get(seriesId) ?? new Map<number, StoredBetween>());
      const judgement = await judgeCandles(tail, interval, candles, around);
      if (closeAfter !== null && tail.waiting) settleWaiting(tail, closeAfter, judgement);
      else if (closeAfter === null) this.tails.set(seriesId, tail);

      accepted.push({ ...batch, candles: judgement.accepted });
      if (waited && judgement.accepted.some(({ openTime }) => isSameTime(openTime, waited.openTime))) {
        released.push({ name, openTime: waited.openTime });
      }
      refused.push(...judgement.spikes.map((spike) => refusalOf(name, spike, false)));
      spikes.push(...judgement.spikes.map(({ candle }) => ({ seriesId, name, openTime: candle.openTime })));
      if (tail.waiting && tail.waiting.candle !== waited) refused.push(refusalOf(name, tail.waiting, true));
    }
    return { accepted, refused, spikes, released };
  }

  /** To be called with what was written of what was accepted. Where another writer came between, the tail is not known any more. */
  noteWrites(writes: readonly Pick<SeriesWrite, 'seriesId' | 'version'>[]): void {
    for (const { seriesId, version } of writes) {
      const tail = this.tails.get(seriesId);
      if (!tail) continue;
      if (version === tail.version + 1) tail.version = version;
      else this.tails.delete(seriesId);
    }
  }

  /** To be called when what was accepted may not have been written. */
  forget(batches: readonly { readonly seriesId: number }[]): void {
    for (const { seriesId } of batches) this.tails.delete(seriesId);
  }

  /** The close stored right before the first of the candles, ascending, where it is remembered, and at which version. */
  closeBefore(batch: SeriesBatch): RememberedClose | undefined {
    if (!this.knowsTailOf(batch)) return undefined;
    const { version, newest, previous } = this.tails.get(batch.seriesId)!;
    const first = batch.candles[0].openTime.getTime();
    const close = newest && newest.openTime < first ? newest.close : previous?.close;
    return close === undefined ? undefined : { close, version };
  }

  private knowsTailOf({ seriesId, candles }: SeriesBatch): boolean {
    const tail = this.tails.get(seriesId);
    if (!tail) return false;
    const first = candles[0].openTime.getTime();
    if (!tail.newest || first > tail.newest.openTime) return true;
    return first === tail.newest.openTime && tail.previous !== undefined;
  }

  private async loadTails(batches: readonly SeriesBatch[]): Promise<Map<number, LoadedTail>> {
    if (batches.length === 0) return new Map();
    const { rows } = await poolOf(this.dataSource).query<TailRow>({
      name: 'series-tails',
      text: TAILS,
      values: [
        ...identityColumns(batches),
        batches.map(({ candles }) => candles[0].openTime),
        batches.map(({ candles }) => candles[candles.length - 1].openTime),
      ],
    });
    requireAllKnown(batches, new Set(rows.map(({ seriesId }) => seriesId)));
    return new Map(batches.map(({ seriesId }, index) => [seriesId, toLoadedTail(rows[index])]));
  }

  private storedAround(
    { seriesId, name, candles }: SeriesBatch,
    between: ReadonlyMap<number, StoredBetween>,
  ): StoredAround {
    const starts = [candles[0].openTime.getTime(), ...between.keys()].sort((a, b) => a - b);
    const stored = new Map<number, number[]>();
    return {
      between,
      closesBefore: async (accepted, { openTime }) => {
        // Since the last stored candle on the way: those accepted before that one do not lead up to this candle.
        const start = starts.findLast((time) => time <= openTime.getTime())!;
        const earlier = accepted
          .filter((candle) => candle.openTime.getTime() >= start && candle.openTime < openTime)
          .slice(-SPIKE_WINDOW);
        let closes = stored.get(start);
        if (!closes && earlier.length < SPIKE_WINDOW) {
          const time = { seriesId, name, openTime: new Date(start) };
          const [before] = await this.store.closesBefore([time], SPIKE_WINDOW);
          closes = before.map(({ close }) => close);
          stored.set(start, closes);
        }
        return [...(closes ?? []), ...earlier.map(({ close }) => Number(close))];
      },
    };
  }
}

function toLoadedTail({ version, newestTime, newestClose, closeAfter, ...waiting }: TailRow): LoadedTail {
  const tail: SeriesTail = { version };
  if (newestTime) tail.newest = { openTime: newestTime.getTime(), close: newestClose };
  const { openTime, open, high, low, close, volume, waitingBefore } = waiting;
  if (openTime && waitingBefore !== null) {
    tail.waiting = { candle: { openTime, open, high, low, close, volume }, before: waitingBefore };
  }
  return { tail, closeAfter };
}

function refusalOf(
  name: SeriesName,
  { candle, before }: WaitingCandle,
  awaitsNextCandle: boolean,
): CandleToQuarantine {
  const jump = `close jumps from ${before} to ${candle.close}`;
  const reason = awaitsNextCandle ? `${jump}; awaits the next candle` : `${jump} and the next candle is back`;
  return { name, candle, reason, awaitsNextCandle };
}

function isSameTime(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime();
}

function sortedByTime<Item extends { readonly openTime: Date }>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => a.openTime.getTime() - b.openTime.getTime());
}
