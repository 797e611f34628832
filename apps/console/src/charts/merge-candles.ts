import type { Candle } from './chart-series';

/**
 * Candles with those that arrived since: a newer state replaces its candle, others are inserted by time. What did not change
 * stays the same object, so that a chart redraws the last ones alone.
 */
export function mergeCandles(candles: readonly Candle[], arrived: readonly Candle[]): readonly Candle[] {
  const merged = [...candles];
  for (const candle of arrived) {
    const at = indexFor(merged, Date.parse(candle.time));
    const isKnown = merged[at] !== undefined && Date.parse(merged[at].time) === Date.parse(candle.time);
    merged.splice(at, isKnown ? 1 : 0, candle);
  }
  return merged;
}

/** Of the first candle that is not before the time; nearly always of the last one or after it. */
function indexFor(candles: readonly Candle[], time: number): number {
  let index = candles.length;
  while (index > 0 && Date.parse(candles[index - 1]!.time) >= time) index--;
  return index;
}
