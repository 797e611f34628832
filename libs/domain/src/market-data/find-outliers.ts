import { isOutlierClose, OUTLIER_WINDOW } from '#engine/market/outlier';
import { isAscending } from './append-candles';
import type { CandleToWrite, StoredClose } from './candle-writes';

interface CandleToJudge {
  readonly seriesId: number;
  readonly candle: CandleToWrite;
  /** Oldest first; undefined where nobody asks for a judgement. */
  readonly storedBefore?: readonly StoredClose[];
}

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

/**
 * The places of outliers among candles that came each on its own, of any series and at any time: each is judged by the closes
 * stored right before it, and by those of its series that are accepted here.
 */
export function findOutliersEach(candles: readonly CandleToJudge[]): Set<number> {
  const outliers = new Set<number>();
  const accepted = new Map<number, StoredClose[]>();
  for (const place of placesByTime(candles.map(({ candle }) => candle))) {
    const { seriesId, candle, storedBefore } = candles[place];
    const ofSeries = accepted.get(seriesId) ?? [];
    const close = Number(candle.close);
    if (storedBefore && isOutlierClose(close, newestCloses(storedBefore, ofSeries))) {
      outliers.add(place);
    } else {
      accepted.set(seriesId, [...ofSeries, { openTime: candle.openTime.getTime(), close }]);
    }
  }
  return outliers;
}

/** An accepted close stands for the one that is stored at its place. */
function newestCloses(stored: readonly StoredClose[], accepted: readonly StoredClose[]): number[] {
  const byTime = new Map([...stored, ...accepted].map(({ openTime, close }) => [openTime, close]));
  const ascending = [...byTime].sort(([one], [other]) => one - other);
  return ascending.slice(-OUTLIER_WINDOW).map(([, close]) => close);
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
