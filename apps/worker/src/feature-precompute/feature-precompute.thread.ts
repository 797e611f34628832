import { computeFeatures } from '#engine/features/compute-features';
import type { CandleColumns } from '#engine/market/candle-columns';

export interface FeatureTask {
  readonly candles: CandleColumns;
}

/** The features at the last candle. */
export function runFeatureTask({ candles }: FeatureTask): Float64Array {
  return computeFeatures(candles, candles.length - 1);
}
