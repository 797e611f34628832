import { isOutlierClose, OUTLIER_WINDOW } from '#engine/market/outlier';
import { isAscending } from './append-candles';
import type { CandleToWrite } from './candle-writes';

/**
 * The places of candles whose close is an outlier. Each is judged by the closes before it: those stored, oldest first, then those
 * accepted before it here.
 */
export function findOutliers(
  candles: readonly CandleToWrite[],
  storedCloses: readonly number[],
): Set<number> {
  const closes = [...storedCloses];
  const outliers = new Set<number>();
  for (const place of placesByTime(candles)) {
    const close = Number(candles[place].close);
    if (isOutlierClose(close, closes)) outliers.add(place);
    else if (closes.push(close) > OUTLIER_WINDOW) closes.shift();
  }
  return outliers;
}

export function earliestOf(candles: readonly CandleToWrite[]): Date {
  return candles.reduce(
    (earliest, { openTime }) => (openTime < earliest ? openTime : earliest),
    candles[0].openTime,
  );
}

function placesByTime(candles: readonly CandleToWrite[]): Iterable<number> {
  if (isAscending(candles)) return candles.keys();
  return [...candles.keys()].sort((a, b) => candles[a].openTime.getTime() - candles[b].openTime.getTime());
}
