import { type Aggregation, bucketOf, countsForBucket } from './candle-buckets';
import { compareDecimalText, sumDecimalText } from '../decimal/decimal-text';
import type { CandlePrices } from './validate-candle';

export interface TextCandle extends CandlePrices {
  /** Milliseconds since 1970 UTC. */
  readonly openTime: number;
}

export interface AggregatedCandle extends TextCandle {
  /** How many shorter candles it was aggregated from. */
  readonly candles: number;
}

/**
 * Longer candles from shorter ones (ascending), exactly: open, high, low and close are picked as they are written, volumes
 * are summed as decimals. A longer candle opens at a multiple of its length since 1970 UTC; a day of shares is made of the
 * session's candles and opens at 00:00 UTC. Whether a candle is complete is for the caller to judge (see expectationOf).
 */
export function aggregateCandles(
  candles: readonly TextCandle[],
  aggregation: Aggregation,
): AggregatedCandle[] {
  const buckets: { -readonly [Key in keyof AggregatedCandle]: AggregatedCandle[Key] }[] = [];
  for (const { openTime, open, high, low, close, volume } of candles) {
    if (!countsForBucket(openTime, aggregation)) continue;
    const bucket = bucketOf(openTime, aggregation);
    const current = buckets.at(-1);
    if (current?.openTime !== bucket) {
      buckets.push({ openTime: bucket, open, high, low, close, volume, candles: 1 });
      continue;
    }
    if (compareDecimalText(high, current.high) > 0) current.high = high;
    if (compareDecimalText(low, current.low) < 0) current.low = low;
    current.close = close;
    current.volume = sumDecimalText(current.volume, volume);
    current.candles++;
  }
  return buckets;
}
