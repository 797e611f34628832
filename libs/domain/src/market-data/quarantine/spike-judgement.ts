import type { Interval } from '#engine/market/interval';
import { isFarOff } from '#engine/market/outlier';
import { isLargeReturn, isSpikeCandidate, returnsFromJump } from '#engine/market/spike';
import type { CandleToWrite } from '../series/candle-writes';

interface CandleClose {
  readonly openTime: number;
  readonly close: number;
}

/** A candle whose close jumped away from the close `before` it: the next close says whether it is a spike. */
export interface SuspectedSpike {
  readonly candle: CandleToWrite;
  readonly before: number;
}

interface KnownBars {
  /** The series' version that this is the end of. */
  readonly version: number;
  /** The last accepted one; a later version of it may still come. */
  readonly newest?: CandleClose;
  /** Null where the newest one is known to be the first of the series. */
  readonly previous?: CandleClose | null;
}

/** Nothing waits for a decision. */
interface SettledTail extends KnownBars {
  readonly state: 'settled';
}

/** The suspect is in quarantine until the candle after it comes. */
interface SuspectTail extends KnownBars {
  readonly state: 'suspect';
  readonly suspect: SuspectedSpike;
}

/**
 * The end of a series, as far as a new candle is judged by it. It never changes: each step returns the tail after it.
 *
 *              the close jumps away                 a later version of the suspect jumps, too
 *   settled ──────────────────────────► suspect ─────────────────────────────────────────────► suspect
 *      ▲                                   │
 *      └───────────────────────────────────┘
 *        the next close is back: a spike; it is not: released; a later version that does not jump: replaced
 */
export type SeriesTail = SettledTail | SuspectTail;

export interface SpikeJudgement {
  readonly tail: SeriesTail;
  /** What is to be stored, ascending; released candles among them. */
  readonly accepted: readonly CandleToWrite[];
  /** Candles that the next one showed to be spikes. */
  readonly spikes: readonly SuspectedSpike[];
}

/** Candles stored between one candle to judge and the next one. */
export interface StoredBetween {
  readonly firstClose: number;
  readonly last: CandleClose;
}

/** What the series holds around the candles to judge. */
export interface StoredAround {
  /** Closes before the candle, oldest first, as many as are needed to judge it. */
  readonly closesBefore: (accepted: readonly CandleToWrite[], candle: CandleToWrite) => Promise<number[]>;
  /** By the open time of the candle to judge that comes after it. */
  readonly between: ReadonlyMap<number, StoredBetween>;
  /** The close after the last candle to judge, where they lie inside the series. */
  readonly closeAfter?: number;
}

/** The outcome of a suspect. */
type Settlement = { readonly tail: SettledTail } & (
  | { readonly outcome: 'spike'; readonly spike: SuspectedSpike }
  | { readonly outcome: 'released'; readonly released: CandleToWrite }
);

/**
 * Where candles to judge, ascending, come before the suspect, it is judged anew among them, unless a later version of it is
 * there.
 */
export function rejoinSuspect(
  tail: SeriesTail,
  candles: readonly CandleToWrite[],
): { readonly tail: SeriesTail; readonly candles: readonly CandleToWrite[] } {
  if (tail.state === 'settled') return { tail, candles };
  const { candle } = tail.suspect;
  const index = candles.findIndex(({ openTime }) => openTime >= candle.openTime);
  if (index === 0) return { tail, candles };
  const without = settledTail(tail);
  if (index === -1) return { tail: without, candles: [...candles, candle] };
  if (candles[index].openTime.getTime() === candle.openTime.getTime()) return { tail: without, candles };
  return { tail: without, candles: [...candles.slice(0, index), candle, ...candles.slice(index)] };
}

/**
 * The tail after candles, ascending, none of which jumps: nothing else has to be known of the series to judge them. Undefined where one
 * does, or where a suspect waits for them.
 */
export function tailWithoutJump(
  start: SeriesTail,
  interval: Interval,
  candles: readonly CandleToWrite[],
): SettledTail | undefined {
  if (start.state === 'suspect') return undefined;
  let tail: SettledTail = start;
  for (const candle of candles) {
    const bar = barOf(candle);
    if (jumpedFrom(tail, bar, interval)) return undefined;
    tail = tailWith(tail, bar);
  }
  return tail;
}

/**
 * Judges candles of a series, ascending; none comes before the suspect of the tail. A candle that jumps away is the next
 * suspect until a close after it is there, stored or to be judged: back near where it was, the jump was a spike; else both
 * are as they should be.
 */
export async function judgeCandles(
  start: SeriesTail,
  interval: Interval,
  candles: readonly CandleToWrite[],
  { closesBefore, between, closeAfter }: StoredAround,
): Promise<SpikeJudgement> {
  let tail = start;
  const accepted: CandleToWrite[] = [];
  const spikes: SuspectedSpike[] = [];
  const accept = (candle: CandleToWrite) => {
    tail = tailWith(tail, barOf(candle));
    accepted.push(candle);
  };
  const settle = (close: number): Settlement['outcome'] | undefined => {
    if (tail.state === 'settled') return undefined;
    const settlement = settleSuspect(tail, close);
    if (settlement.outcome === 'spike') spikes.push(settlement.spike);
    else accepted.push(settlement.released);
    tail = settlement.tail;
    return settlement.outcome;
  };

  for (const candle of candles) {
    const bar = barOf(candle);
    const stored = between.get(bar.openTime);
    if (stored) {
      settle(stored.firstClose);
      tail = { state: 'settled', version: tail.version, newest: stored.last };
    }
    const isAfterSuspect = tail.state === 'suspect' && bar.openTime > tail.suspect.candle.openTime.getTime();
    // A candle that confirms the suspect's level is no jump itself.
    if (isAfterSuspect && settle(bar.close) === 'released') {
      accept(candle);
      continue;
    }
    const before = jumpedFrom(tail, bar, interval)?.close;
    const jumps =
      before !== undefined && isSpikeCandidate(bar.close, await closesBefore(accepted, candle), interval);
    if (jumps) tail = { ...tail, state: 'suspect', suspect: { candle, before } };
    else accept(candle);
  }
  if (closeAfter !== undefined) settle(closeAfter);
  return { tail, accepted, spikes };
}

/** The bar before this one, where the close is so far from its close that it may be a spike. */
function jumpedFrom({ newest, previous }: SeriesTail, bar: CandleClose, interval: Interval) {
  const before = newest && newest.openTime < bar.openTime ? newest : previous;
  const jumps =
    before &&
    // Beyond that the candle has been judged as an outlier.
    !isFarOff(bar.close, before.close) &&
    isLargeReturn(bar.close, before.close, interval);
  return jumps ? before : undefined;
}

/** Decides about the suspect by the close after it. */
function settleSuspect(tail: SuspectTail, closeAfter: number): Settlement {
  const { suspect } = tail;
  if (returnsFromJump(suspect.before, Number(suspect.candle.close), closeAfter)) {
    return { outcome: 'spike', spike: suspect, tail: settledTail(tail) };
  }
  // Another candle has begun, so this one is closed, whatever its source reported when it came.
  const released = { ...suspect.candle, isClosed: true };
  return { outcome: 'released', released, tail: tailWith(tail, barOf(released)) };
}

function settledTail({ version, newest, previous }: SeriesTail): SettledTail {
  return { state: 'settled', version, newest, previous };
}

function barOf({ openTime, close }: CandleToWrite): CandleClose {
  return { openTime: openTime.getTime(), close: Number(close) };
}

function tailWith({ version, newest, previous }: SeriesTail, bar: CandleClose): SettledTail {
  const isNext = newest !== undefined && newest.openTime < bar.openTime;
  return { state: 'settled', version, newest: bar, previous: isNext ? newest : previous };
}
