import { medianOf } from './median';

export const OUTLIER_WINDOW = 20;
export const OUTLIER_FACTOR = 10;
/** The newest closes before a candle: near any of them, it belongs to a level that is stored already. */
export const LEVEL_WINDOW = 3;

/** Whether one close is more than ten times the other. */
export function isFarOff(close: number, other: number): boolean {
  return close > other * OUTLIER_FACTOR || close * OUTLIER_FACTOR < other;
}

/**
 * Whether a close is more than ten times off the median of the twenty closes before it (oldest first), in either direction,
 * and off each of the last three of them. With fewer than twenty closes nothing is called an outlier: there is too little to
 * judge by.
 */
export function isOutlierClose(close: number, previousCloses: readonly number[]): boolean {
  if (previousCloses.length < OUTLIER_WINDOW) return false;
  const newest = previousCloses.slice(-LEVEL_WINDOW);
  return (
    newest.every((previous) => isFarOff(close, previous)) && isFarOff(close, levelBefore(previousCloses))
  );
}

/** What a close is compared with: the median of the twenty before it. */
export function levelBefore(previousCloses: readonly number[]): number {
  return medianOf(previousCloses.slice(-OUTLIER_WINDOW));
}
