import { type Bar } from '../market/candle-columns';

export interface FeatureDescription {
  readonly name: string;
  /** Whose convention it follows: TA-Lib's and FreqAI's names, or Qlib's Alpha158. */
  readonly group: 'candelabra' | 'alpha158';
  /** One sentence for people. */
  readonly summary: string;
  /** What computes the same elsewhere. */
  readonly source: string;
  /** Bars that pass before it is known. */
  readonly lookback: number;
  /** Bars that pass before it no longer depends, to 1e-9 of its size, on the bar it was begun with. */
  readonly warmup: number;
}

/** Features that are computed together. */
export interface FeatureGroup {
  readonly features: readonly FeatureDescription[];
  /** Begins before the first bar. What it gives is called bar after bar, and writes one value per feature into `values`. */
  start(values: Float64Array): (bar: Bar) => void;
}

/** A feature that the bars of its look-back say everything about. */
export function windowFeature(
  name: string,
  summary: string,
  source: string,
  lookback: number,
  group: FeatureDescription['group'] = 'candelabra',
): FeatureDescription {
  return { name, group, summary, source, lookback, warmup: lookback };
}
