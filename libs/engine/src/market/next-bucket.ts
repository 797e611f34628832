import { type Aggregation, bucketOf, expectationOf } from './candle-buckets';
import { DAY_MILLISECONDS } from '../calendar/day';

/** Longer than any market is closed. */
const FURTHEST_MILLISECONDS = 14 * DAY_MILLISECONDS;

interface NewestCandles {
  /** Open time (ms) of the newest longer candle that is complete. */
  readonly complete: number;
  /** Open time (ms) of the newest shorter candle. */
  readonly shorter: number;
}

/**
 * The next longer candle is complete once a shorter one opens here (ms) or later: the last one that it is aggregated from, or
 * one of those after it where that is missing.
 */
export function nextBucketCompletes({ complete, shorter }: NewestCandles, aggregation: Aggregation): number {
  const step = aggregation.toSeconds * 1000;
  const first = Math.max(complete + step, bucketOf(shorter, aggregation));
  for (let bucket = first; bucket <= first + FURTHEST_MILLISECONDS; bucket += step) {
    const expected = expectationOf(bucket, aggregation);
    if (expected) return Math.max(expected.end - aggregation.fromSeconds * 1000, shorter + 1000);
  }
  return shorter + 1000;
}
