import { type Aggregation, bucketOf, countsForBucket, expectationOf } from './candle-buckets';
import { allocateCandleColumns, type CandleColumns, sliceCandleColumns } from './candle-columns';

interface AggregatedColumns {
  readonly candles: CandleColumns;
  /** 1 for each that was aggregated from fewer candles than a complete one, else 0. */
  readonly isPartial: Uint8Array;
}

/**
 * Longer candles from shorter ones, as aggregateCandles, in doubles. The first and the last are left out unless the shorter
 * candles reach back to their beginning and on to their end: nobody knows what else was traded in them. One in between that
 * lacks some is what was traded in the others, and is marked as partial.
 */
export function aggregateColumns(source: CandleColumns, aggregation: Aggregation): AggregatedColumns {
  const { openTime, open, high, low, close, volume } = source;
  const counted = indicesOf(source, aggregation);
  if (counted.length === 0) return { candles: sliceCandleColumns(source, 0, 0), isPartial: new Uint8Array() };
  const candles = allocateCandleColumns(countBuckets(openTime, counted, aggregation));
  const parts = new Uint32Array(candles.length);
  let index = -1;
  for (const at of counted) {
    const bucket = bucketOf(openTime[at], aggregation);
    if (index < 0 || candles.openTime[index] !== bucket) {
      index++;
      candles.openTime[index] = bucket;
      candles.open[index] = open[at];
      candles.high[index] = high[at];
      candles.low[index] = low[at];
    }
    if (high[at] > candles.high[index]) candles.high[index] = high[at];
    if (low[at] < candles.low[index]) candles.low[index] = low[at];
    candles.close[index] = close[at];
    candles.volume[index] += volume[at];
    parts[index]++;
  }
  const expected = (bucket: number) => expectationOf(candles.openTime[bucket], aggregation);
  const lastEnd = openTime[counted[counted.length - 1]] + aggregation.fromSeconds * 1000;
  const from = openTime[counted[0]] > (expected(0)?.first ?? 0) ? 1 : 0;
  const to = lastEnd < (expected(index)?.end ?? 0) ? index : index + 1;
  const isPartial = parts.map((count, bucket) => (count < (expected(bucket)?.candles ?? 0) ? 1 : 0));
  const first = Math.min(from, to);
  return {
    candles: sliceCandleColumns(candles, first, to),
    isPartial: Uint8Array.from(isPartial.subarray(first, to)),
  };
}

/** Indices of the candles that count. */
function indicesOf({ openTime, length }: CandleColumns, aggregation: Aggregation): Uint32Array {
  const indices = new Uint32Array(length);
  let count = 0;
  for (let index = 0; index < length; index++) {
    if (countsForBucket(openTime[index], aggregation)) indices[count++] = index;
  }
  return indices.subarray(0, count);
}

function countBuckets(openTime: Float64Array, counted: Uint32Array, aggregation: Aggregation): number {
  let count = 0;
  let previous = Number.NaN;
  for (const index of counted) {
    const bucket = bucketOf(openTime[index], aggregation);
    if (bucket !== previous) count++;
    previous = bucket;
  }
  return count;
}
