import type { Interval } from '#engine/market/interval';
import { isFarOff } from '#engine/market/outlier';
import { isLargeReturn, isSpikeCandidate, returnsFromJump } from '#engine/market/spike';
import type { CandleToWrite } from './candle-writes';

interface Bar {
  readonly openTime: number;
  readonly close: number;
}

/** A candle that may be a spike, until the next one decides; `before` is the close that it jumped away from. */
export interface WaitingCandle {
  readonly candle: CandleToWrite;
  readonly before: number;
}

/** The end of a series, as far as a new candle is judged by it. */
export interface SeriesTail {
  version: number;
  newest?: Bar;
  /** The one before the newest: the newest may still change. */
  previous?: Bar;
  waiting?: WaitingCandle;
}

export interface SpikeJudgement {
  /** What is to be stored, ascending; released candles among them. */
  readonly accepted: CandleToWrite[];
  /** Candles that the next one showed to be spikes. */
  readonly spikes: WaitingCandle[];
}

/** Candles stored between one candle to judge and the next one. */
export interface StoredBetween {
  readonly firstClose: number;
  readonly last: Bar;
}

/** What the series holds around the candles to judge. */
export interface StoredAround {
  /** Closes before the candle, oldest first, as many as are needed to judge it. */
  readonly closesBefore: (accepted: readonly CandleToWrite[], candle: CandleToWrite) => Promise<number[]>;
  /** By the open time of the candle to judge that comes after it. */
  readonly between: ReadonlyMap<number, StoredBetween>;
}

/**
 * Where candles to judge, ascending, come before the one that waits, it is judged anew among them, unless a
 * later version of it is there.
 */
export function rejoinWaiting(tail: SeriesTail, candles: readonly CandleToWrite[]): readonly CandleToWrite[] {
  if (!tail.waiting) return candles;
  const { candle } = tail.waiting;
  const index = candles.findIndex(({ openTime }) => openTime >= candle.openTime);
  if (index === 0) return candles;
  tail.waiting = undefined;
  if (index === -1) return [...candles, candle];
  if (candles[index].openTime.getTime() === candle.openTime.getTime()) return candles;
  return [...candles.slice(0, index), candle, ...candles.slice(index)];
}

/**
 * Judges candles of a series, ascending, and moves its tail along; none comes before the one that waits. A candle that
 * jumps away waits in the tail until the next one comes, stored or to be judged: back near where it was, the jump was a
 * spike; else both are as they should be. A later version of a candle that waits replaces it.
 */
export async function judgeCandles(
  tail: SeriesTail,
  interval: Interval,
  candles: readonly CandleToWrite[],
  { closesBefore, between }: StoredAround,
): Promise<SpikeJudgement> {
  const judgement: SpikeJudgement = { accepted: [], spikes: [] };
  for (const candle of candles) {
    const time = candle.openTime.getTime();
    const stored = between.get(time);
    if (stored) passOver(tail, stored, judgement);
    if (tail.waiting && time > tail.waiting.candle.openTime.getTime()) {
      if (settleWaiting(tail, Number(candle.close), judgement) === 'released') {
        accept(tail, candle, judgement);
        continue;
      }
    }
    const reference = tail.newest && tail.newest.openTime < time ? tail.newest : tail.previous;
    const close = Number(candle.close);
    const jumps =
      reference !== undefined &&
      // Beyond that the candle has been judged as an outlier.
      !isFarOff(close, reference.close) &&
      isLargeReturn(close, reference.close, interval) &&
      isSpikeCandidate(close, await closesBefore(judgement.accepted, candle), interval);
    if (jumps) {
      tail.waiting = { candle, before: reference.close };
    } else {
      tail.waiting = undefined;
      accept(tail, candle, judgement);
    }
  }
  return judgement;
}

/** Decides about the candle that waits by the close after it. */
export function settleWaiting(
  tail: SeriesTail,
  closeAfter: number,
  judgement: SpikeJudgement,
): 'spike' | 'released' {
  const waiting = tail.waiting!;
  tail.waiting = undefined;
  if (returnsFromJump(waiting.before, Number(waiting.candle.close), closeAfter)) {
    judgement.spikes.push(waiting);
    return 'spike';
  }
  // Another candle has begun, so this one is closed, whatever was said of it when it came.
  accept(tail, { ...waiting.candle, isClosed: true }, judgement);
  return 'released';
}

/** What is stored decides about the candle before it, and is what the one after it is judged by. */
function passOver(tail: SeriesTail, { firstClose, last }: StoredBetween, judgement: SpikeJudgement): void {
  if (tail.waiting) settleWaiting(tail, firstClose, judgement);
  tail.newest = last;
  tail.previous = undefined;
}

function accept(tail: SeriesTail, candle: CandleToWrite, { accepted }: SpikeJudgement): void {
  accepted.push(candle);
  const bar = { openTime: candle.openTime.getTime(), close: Number(candle.close) };
  if (tail.newest && tail.newest.openTime < bar.openTime) tail.previous = tail.newest;
  tail.newest = bar;
}
