import { createHash } from 'node:crypto';
import type { FundingColumns } from '#engine/backtest/funding';
import type { CandleColumns } from '#engine/market/candle-columns';
import type { Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';

/** Grows when the same input may give another result. */
export const ENGINE_VERSION = '4';

/** SHA-256 over the columns one after the other, as little-endian doubles. */
function fingerprintCandles({ openTime, open, high, low, close, volume }: CandleColumns): string {
  return hashColumns([openTime, open, high, low, close, volume]);
}

function fingerprintFunding(funding: FundingColumns | null): string | null {
  return funding && hashColumns([funding.time, funding.rate, ...(funding.mark ? [funding.mark] : [])]);
}

/** What a run is computed from, but for its settings. */
export interface DataFingerprint {
  readonly candlesSha256: string;
  /** Null where no funding is stored, or none is asked for. */
  readonly fundingSha256: string | null;
}

export function fingerprintData(input: {
  readonly candles: CandleColumns;
  readonly funding: FundingColumns | null;
}): DataFingerprint {
  return {
    candlesSha256: fingerprintCandles(input.candles),
    fundingSha256: fingerprintFunding(input.funding),
  };
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
