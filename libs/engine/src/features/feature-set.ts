import { Bar } from '../market/candle-columns';

/** Goes up when a feature's definition changes, or the list of them. */
export const FEATURE_VERSION = 1;

export interface FeatureDescription {
  readonly name: string;
  /** One sentence for people. */
  readonly summary: string;
  /** Bars that pass before it is known. */
  readonly lookback: number;
  /** Bars that pass before it no longer depends, to 1e-9 of its size, on the bar it was begun with. */
  readonly warmup: number;
}

/** In the order of a stream's values. */
export const FEATURES: readonly FeatureDescription[] = [
  { name: 'kmid', summary: 'Body of the candle: (close - open) / open.', lookback: 0, warmup: 0 },
  { name: 'klen', summary: 'Range of the candle: (high - low) / open.', lookback: 0, warmup: 0 },
  { name: 'returns_1', summary: 'close / previous close - 1.', lookback: 1, warmup: 1 },
];

/** Bars before the first one that is told, for every feature to be the same wherever a series was begun. */
export const FEATURE_WARMUP_BARS = Math.max(...FEATURES.map(({ warmup }) => warmup));

/** The features of the newest bar, one number each in the order of FEATURES; NaN where unknown or undefined. */
export interface FeatureStream {
  readonly values: Float64Array;
  update(bar: Bar): void;
}

export function startFeatures(): FeatureStream {
  const values = new Float64Array(FEATURES.length).fill(NaN);
  let previousClose = NaN;
  return {
    values,
    update({ open, high, low, close }) {
      values[0] = (close - open) / open;
      values[1] = (high - low) / open;
      values[2] = close / previousClose - 1;
      previousClose = close;
    },
  };
}
