/**
 * A series of candles as columns of equal length, oldest first. `openTime` is milliseconds since 1970 UTC; prices and
 * volume are the nearest doubles to the stored decimals. The buffers may be SharedArrayBuffers.
 */
export interface CandleColumns {
  readonly length: number;
  readonly openTime: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** The opens of a series, or of an account's bars. */
export type OpenTimes = Pick<CandleColumns, 'openTime' | 'length'>;

/** One candle of such columns. */
export interface Bar {
  readonly openTime: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const COLUMN_COUNT = 6;

export const BYTES_PER_CANDLE = COLUMN_COUNT * Float64Array.BYTES_PER_ELEMENT;

/** Columns in one SharedArrayBuffer, so that worker threads read them without a copy. */
export function allocateCandleColumns(length: number): CandleColumns {
  const buffer = new SharedArrayBuffer(length * BYTES_PER_CANDLE);
  const column = (index: number) =>
    new Float64Array(buffer, index * length * Float64Array.BYTES_PER_ELEMENT, length);
  return {
    length,
    openTime: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  };
}

/** A view on the candles `from` (inclusive) to `to` (exclusive); nothing is copied. */
export function sliceCandleColumns(candles: CandleColumns, from: number, to: number): CandleColumns {
  return {
    length: to - from,
    openTime: candles.openTime.subarray(from, to),
    open: candles.open.subarray(from, to),
    high: candles.high.subarray(from, to),
    low: candles.low.subarray(from, to),
    close: candles.close.subarray(from, to),
    volume: candles.volume.subarray(from, to),
  };
}

/** Columns of their own, with the candles of one part after those of the other. */
export function joinCandleColumns(parts: readonly CandleColumns[]): CandleColumns {
  const joined = allocateCandleColumns(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.openTime.set(part.openTime, at);
    joined.open.set(part.open, at);
    joined.high.set(part.high, at);
    joined.low.set(part.low, at);
    joined.close.set(part.close, at);
    joined.volume.set(part.volume, at);
    at += part.length;
  }
  return joined;
}

/** The index of the first candle that opens at or after `time` (milliseconds); `length` when there is none. */
export function firstCandleAtOrAfter(candles: OpenTimes, time: number): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (candles.openTime[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
