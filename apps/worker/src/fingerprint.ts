import { createHash } from 'node:crypto';
import { type FundingColumns, settlementTime } from '#engine/backtest/funding';
import type { CandleColumns } from '#engine/market/candle-columns';
import type { Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';

/** Grows when the same input may give another result. */
export const ENGINE_VERSION = '4';

/** SHA-256 over the columns one after the other, as little-endian doubles. */
function fingerprintCandles({ openTime, open, high, low, close, volume }: CandleColumns): string {
  return hashColumns([openTime, open, high, low, close, volume]);
}

/** What a run is computed from, but for its settings. */
interface RunData {
  readonly candles: CandleColumns;
  /** Index of the first bar that may be traded. */
  readonly tradeFrom: number;
  readonly intervalSeconds: number;
  readonly funding: FundingColumns | null;
}

/** Of a run's data. */
export interface DataFingerprint {
  readonly candlesSha256: string;
  /** Null where no funding is stored for the bars that may be traded, or none is asked for. */
  readonly fundingSha256: string | null;
}

export function fingerprintData(data: RunData): DataFingerprint {
  return { candlesSha256: fingerprintCandles(data.candles), fundingSha256: fingerprintFunding(data) };
}

/**
 * Of the settlements that fall on bars which may be traded, and of the minutes that they mean: what was settled before or
 * after, and a stamp that is some milliseconds off, change no result.
 */
function fingerprintFunding({ candles, tradeFrom, intervalSeconds, funding }: RunData): string | null {
  if (funding === null) return null;
  const { openTime, length } = candles;
  const time = funding.time.map(settlementTime);
  const end = openTime[length - 1] + intervalSeconds * 1000;
  const isUsed = (_: number, index: number) => time[index] > openTime[tradeFrom] && time[index] <= end;
  const columns = [time, funding.rate, ...(funding.mark ? [funding.mark] : [])];
  const used = columns.map((column) => column.filter(isUsed));
  return used[0].length === 0 ? null : hashColumns(used);
}

/** Which stored candles a run is computed from, warm-up included, in the API's wire form. */
export function describeCandles({
  candles: { openTime, length },
  sourceInterval,
}: {
  readonly candles: CandleColumns;
  readonly sourceInterval: Interval;
}) {
  return {
    interval: sourceInterval,
    start: formatDateTime(openTime[0]),
    end: formatDateTime(openTime[length - 1]),
  };
}

/** SHA-256 over settings in a fixed order of their keys, so that equal settings have equal hashes. */
export function fingerprintSettings(settings: object): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(settings)))
    .digest('hex');
}

function hashColumns(columns: readonly Float64Array[]): string {
  const hash = createHash('sha256');
  for (const column of columns)
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  return hash.digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}
