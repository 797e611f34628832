import { move } from 'piscina';
import { computeFeatures } from '#engine/features/compute-features';
import { FEATURES } from '#engine/features/feature-set';
import type { CandleColumns } from '#engine/market/candle-columns';
import { formatDateTime } from '#engine/market/parse-time';

export interface FeatureHistoryTask {
  readonly candles: CandleColumns;
  /** Index of the first candle that is wanted; those before are warm-up. */
  readonly from: number;
  /** Indices of FEATURES. */
  readonly chosen: readonly number[];
  readonly form: 'json' | 'csv';
  /** What the text begins with. */
  readonly head: string;
}

/**
 * After the head as JSON the last members of an object, with its closing brace; as CSV the lines. As bytes that change hands:
 * to copy megabytes of text and to encode them would block the event loop.
 */
export function runFeatureHistoryTask({ candles, from, chosen, form, head }: FeatureHistoryTask) {
  const rows = computeFeatures(candles, from);
  const openTimes = Array.from(candles.openTime.subarray(from), formatDateTime);
  const text = form === 'json' ? jsonOf(rows, openTimes, chosen) : csvOf(rows, openTimes, chosen);
  return move(new TextEncoder().encode(head + text));
}

function jsonOf(rows: Float64Array, openTimes: readonly string[], chosen: readonly number[]): string {
  const columns = chosen.map((feature) => {
    const values = openTimes.map((_, row) => {
      const value = rows[row * FEATURES.length + feature];
      return Number.isFinite(value) ? value : null;
    });
    return `${JSON.stringify(FEATURES[feature].name)}:${JSON.stringify(values)}`;
  });
  return `"open_time":${JSON.stringify(openTimes)},"features":{${columns.join(',')}}}`;
}

function csvOf(rows: Float64Array, openTimes: readonly string[], chosen: readonly number[]): string {
  let text = '';
  for (let row = 0; row < openTimes.length; row++) {
    text += openTimes[row];
    for (const feature of chosen) {
      const value = rows[row * FEATURES.length + feature];
      text += Number.isFinite(value) ? `,${value}` : ',';
    }
    text += '\n';
  }
  return text;
}
