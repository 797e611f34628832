import { computeFeatures } from '#engine/features/compute-features';
import type { CandleColumns } from '#engine/market/candle-columns';
import { answering } from '../runs/thread-answer';

/** The features at the last candle. */
export const runFeatureTask = answering((candles: CandleColumns) =>
  computeFeatures(candles, candles.length - 1),
);
