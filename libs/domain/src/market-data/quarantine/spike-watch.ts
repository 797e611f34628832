import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { SPIKE_WINDOW } from '#engine/market/spike';
import { atMost } from '#platform/caches/at-most';
import { poolOf } from '../../postgres/pool';
import type { CandleToQuarantine, QuarantinedTime } from './candle-quarantine';
import type { SeriesBatch, SeriesTime, SeriesWrite } from '../series/candle-writes';
import { CandlestickStore } from '../series/candlestick.store';
import { isAscending } from '../series/copy-candles';
import type { SeriesName } from '../series/series-name';
import { type LoadedTail, loadSeriesTails } from './load-series-tails';
import {
  judgeCandles,
  rejoinSuspect,
  type SeriesTail,
  type StoredAround,
  type StoredBetween,
  type SuspectedSpike,
  tailWithoutJump,
} from './spike-judgement';
import { loadStoredBetween } from './stored-between';

export interface SpikeVerdict {
  readonly accepted: readonly SeriesBatch[];
  readonly refused: readonly CandleToQuarantine[];
  /** Where those among them lie that are spikes for sure: what is stored of them is a state before the jump. */
  readonly spikes: readonly SeriesTime[];
  /** Candles in quarantine that need not be there any longer. */
  readonly released: readonly QuarantinedTime[];
}

/** The verdict on batches in which nothing is suspected. */
export function acceptAll(batches: readonly SeriesBatch[]): SpikeVerdict {
  return { accepted: batches, refused: [], spikes: [], released: [] };
}

export interface RememberedClose {
  /** Undefined where nothing is stored before. */
  readonly close: number | undefined;
  /** Of the series: at any other one somebody else has written since. */
  readonly version: number;
}

const REMEMBERED_SERIES = 20_000;
const NOTHING_BETWEEN: ReadonlyMap<number, StoredBetween> = new Map();

/**
 * Keeps spikes of our own connectors out of the series. It remembers where each series it has seen ends, so that a feed queries the
 * database only when a close jumps; a series that somebody else wrote as well is looked up anew.
 */
@Injectable()
export class SpikeWatch {
  private readonly tails = new LRUCache<number, SeriesTail>(atMost(REMEMBERED_SERIES));

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: CandlestickStore,
  ) {}

  /** Judges candles that break no other rule; each series is named once. */
  async judge(batches: readonly SeriesBatch[]): Promise<SpikeVerdict> {
    const accepted: SeriesBatch[] = [];
    const others: SeriesBatch[] = [];
    for (const batch of batches) (this.continueTail(batch) ? accepted : others).push(batch);
    if (others.length === 0) return acceptAll(accepted);
    const verdict = await this.judgeByHistory(others);
    return { ...verdict, accepted: accepted.concat(verdict.accepted) };
  }

  /** False where what is remembered does not show that no candle is a spike; nothing is changed then. */
  private continueTail(batch: SeriesBatch): boolean {
    const known = isAscending(batch.candles) ? this.tailOf(batch) : undefined;
    const tail = known && tailWithoutJump(known, batch.interval, batch.candles);
    if (tail) this.tails.set(batch.seriesId, tail);
    return tail !== undefined;
  }

  private async judgeByHistory(batches: readonly SeriesBatch[]): Promise<SpikeVerdict> {
    const pool = poolOf(this.dataSource);
    const ascending = batches.map((batch) => ({ ...batch, candles: sortedByTime(batch.candles) }));
    const remembered = this.takeTails(ascending);
    const loaded = await loadSeriesTails(
      pool,
      ascending.filter(({ seriesId }) => !remembered.has(seriesId)),
    );
    const rejoined = ascending.map((batch) => {
      const known = (remembered.get(batch.seriesId) ?? loaded.get(batch.seriesId))!;
      return {
        ...batch,
        ...known,
        ...rejoinSuspect(known.tail, batch.candles),
        heldBefore: suspectOf(known.tail),
      };
    });
    const between = await loadStoredBetween(
      pool,
      rejoined.filter(({ seriesId }) => loaded.has(seriesId)),
    );

    const accepted: SeriesBatch[] = [];
    const refused: CandleToQuarantine[] = [];
    const spikes: SeriesTime[] = [];
    const released: QuarantinedTime[] = [];
    for (const { tail, closeAfter, heldBefore, ...batch } of rejoined) {
      const { name, seriesId, interval, candles } = batch;
      const closesBefore = this.closesBefore(batch, between.get(seriesId));
      const around = { closesBefore, between: between.get(seriesId) ?? NOTHING_BETWEEN, closeAfter };
      const judgement = await judgeCandles(tail, interval, candles, around);
      // Before candles that are stored already the end of the series is another one.
      if (closeAfter === undefined) this.tails.set(seriesId, judgement.tail);

      accepted.push({ ...batch, candles: judgement.accepted });
      if (
        heldBefore &&
        judgement.accepted.some(({ openTime }) => isSameTime(openTime, heldBefore.openTime))
      ) {
        released.push({ name, openTime: heldBefore.openTime });
      }
      refused.push(...judgement.spikes.map((spike) => spikeToQuarantine(name, spike)));
      spikes.push(...judgement.spikes.map(({ candle }) => ({ seriesId, name, openTime: candle.openTime })));
      if (judgement.tail.state === 'suspect' && judgement.tail.suspect.candle !== heldBefore) {
        refused.push(suspectToQuarantine(name, judgement.tail.suspect));
      }
    }
    return { accepted, refused, spikes, released };
  }

  /** To be called with what was written of what was accepted. Where another writer came between, the tail is not known any more. */
  noteWrites(writes: readonly Pick<SeriesWrite, 'seriesId' | 'version'>[]): void {
    for (const { seriesId, version } of writes) {
      const tail = this.tails.get(seriesId);
      if (!tail) continue;
      if (version === tail.version + 1) this.tails.set(seriesId, { ...tail, version });
      else this.tails.delete(seriesId);
    }
  }

  /** To be called when what was accepted may not have been written. */
  forget(batches: readonly { readonly seriesId: number }[]): void {
    for (const { seriesId } of batches) this.tails.delete(seriesId);
  }

  /** The close stored right before the first of the candles, ascending, where it is remembered, and at which version. */
  closeBefore(batch: SeriesBatch): RememberedClose | undefined {
    const tail = this.tailOf(batch);
    if (!tail) return undefined;
    const { version, newest, previous } = tail;
    const first = batch.candles[0].openTime.getTime();
    const before = newest && newest.openTime < first ? newest : previous;
    return before === undefined ? undefined : { close: before?.close, version };
  }

  /** Until all of it is done nothing is remembered that may not have come about, and no other judgement begins from the same tail. */
  private takeTails(batches: readonly SeriesBatch[]): Map<number, LoadedTail> {
    const taken = new Map<number, LoadedTail>();
    for (const batch of batches) {
      const { seriesId } = batch;
      const tail = this.tailOf(batch);
      if (tail) taken.set(seriesId, { tail });
      this.tails.delete(seriesId);
    }
    return taken;
  }

  /** What is remembered, where it is what the candles have to be judged by. */
  private tailOf({ seriesId, candles }: SeriesBatch): SeriesTail | undefined {
    const tail = this.tails.get(seriesId);
    if (!tail?.newest) return tail;
    const first = candles[0].openTime.getTime();
    const isJudgedBy =
      first > tail.newest.openTime || (first === tail.newest.openTime && tail.previous !== undefined);
    return isJudgedBy ? tail : undefined;
  }

  private closesBefore(
    { seriesId, name, candles }: SeriesBatch,
    between = NOTHING_BETWEEN,
  ): StoredAround['closesBefore'] {
    const starts = [candles[0].openTime.getTime(), ...between.keys()].sort((a, b) => a - b);
    const stored = new Map<number, number[]>();
    return async (accepted, { openTime }) => {
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
    };
  }
}

const suspectOf = (tail: SeriesTail) => (tail.state === 'suspect' ? tail.suspect.candle : undefined);

function spikeToQuarantine(name: SeriesName, { candle, before }: SuspectedSpike): CandleToQuarantine {
  const reason = `close jumps from ${before} to ${candle.close} and the next candle is back`;
  return { name, candle, reason, awaitsNextCandle: false };
}

function suspectToQuarantine(name: SeriesName, { candle, before }: SuspectedSpike): CandleToQuarantine {
  const reason = `close jumps from ${before} to ${candle.close}; awaits the next candle`;
  return { name, candle, reason, awaitsNextCandle: true };
}

function isSameTime(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime();
}

function sortedByTime<Item extends { readonly openTime: Date }>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => a.openTime.getTime() - b.openTime.getTime());
}
