import { createHash } from 'node:crypto';
import type { CandlesUsed, RunFingerprint } from '#domain/backtesting/stored-report';
import { type FundingColumns, settlementTime } from '#engine/backtest/funding';
import type { BenchmarkSeries } from '#engine/backtest/hold-benchmark';
import type { DataOfRun, KnownData } from '#engine/known-data/known-data';
import type { CandleColumns } from '#engine/market/candle-columns';
import type { Interval } from '#engine/market/interval';

/** Grows when the same input may give another result. */
export const ENGINE_VERSION = '7';

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
  readonly benchmark: BenchmarkSeries | null;
  /** What else its strategy reads. */
  readonly data?: DataOfRun;
}

/** Of a run's data. */
export type DataFingerprint = Pick<
  RunFingerprint,
  'candlesSha256' | 'fundingSha256' | 'benchmarkSha256' | 'dataSha256'
>;

export function fingerprintData(data: RunData): DataFingerprint {
  return {
    candlesSha256: fingerprintCandles(data.candles),
    fundingSha256: fingerprintFunding(data),
    ...(data.benchmark && { benchmarkSha256: fingerprintBenchmark(data.benchmark, data.intervalSeconds) }),
    ...(data.data && { dataSha256: fingerprintOther(data.data) }),
  };
}

/** Of each by what it was requested as, in the order of the requests. */
function fingerprintOther(data: DataOfRun): string {
  const hashes = [...data]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, known]) => [key, hashOf(known)]);
  return fingerprintSettings(hashes);
}

function hashOf(known: KnownData): string {
  switch (known.kind) {
    case 'rows':
      return known.contentSha256 ?? hashColumns([known.time, known.knownAt, known.value]);
    case 'candles':
      return fingerprintCandles(known.candles);
    case 'headlines':
      return fingerprintSettings(known.headlines);
  }
}

/** Of its candles, and with them of the funding that a holder pays from the first of them on. */
export function fingerprintBenchmark({ candles, funding }: BenchmarkSeries, intervalSeconds: number): string {
  const ofCandles = fingerprintCandles(candles);
  const ofFunding =
    candles.length === 0 ? null : fingerprintFunding({ candles, tradeFrom: 0, intervalSeconds, funding });
  return ofFunding === null
    ? ofCandles
    : createHash('sha256').update(`${ofCandles} ${ofFunding}`).digest('hex');
}

/**
 * Of the settlements that fall on bars which may be traded, and of the minutes that they mean: what was settled before or
 * after, and a stamp that is some milliseconds off, change no result.
 */
function fingerprintFunding({
  candles,
  tradeFrom,
  intervalSeconds,
  funding,
}: Omit<RunData, 'benchmark'>): string | null {
  if (funding === null) return null;
  const { openTime, length } = candles;
  const time = funding.time.map(settlementTime);
  const end = openTime[length - 1] + intervalSeconds * 1000;
  const isUsed = (_: number, index: number) => time[index] > openTime[tradeFrom] && time[index] <= end;
  const columns = [time, funding.rate, ...(funding.mark ? [funding.mark] : [])];
  const used = columns.map((column) => column.filter(isUsed));
  return used[0].length === 0 ? null : hashColumns(used);
}

interface UsedInput {
  readonly candles: CandleColumns;
  readonly sourceInterval: Interval;
}

/** What a result is computed from. Settings are hashed in a fixed order of their keys: equal settings have equal hashes. */
export function fingerprintRun(
  { candlesSha256, fundingSha256, benchmarkSha256, dataSha256 }: DataFingerprint,
  settings: object,
  seed: number | null,
  input: UsedInput,
): RunFingerprint {
  return {
    candlesSha256,
    fundingSha256,
    configurationSha256: fingerprintSettings(settings),
    engineVersion: ENGINE_VERSION,
    seed,
    candles: describeCandles(input),
    ...(benchmarkSha256 && { benchmarkSha256 }),
    ...(dataSha256 && { dataSha256 }),
  };
}

function describeCandles({ candles: { openTime, length }, sourceInterval }: UsedInput): CandlesUsed {
  return { interval: sourceInterval, start: openTime[0], end: openTime[length - 1] };
}

export function fingerprintSettings(settings: object): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(settings)))
    .digest('hex');
}

/** Of the hashes of many, in their order; null where none has one. */
export function joinHashes(hashes: readonly (string | null)[]): string | null {
  if (hashes.every((hash) => hash === null)) return null;
  return createHash('sha256')
    .update(hashes.map((hash) => hash ?? '').join(' '))
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
