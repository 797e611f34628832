import type { CandlesUsed, RunFingerprint } from '#domain/backtesting/stored-report';
import { intervalSeconds as secondsOf } from '#engine/market/interval';
import {
  type DataFingerprint,
  ENGINE_VERSION,
  fingerprintBenchmark,
  fingerprintData,
  fingerprintSettings,
  joinHashes,
} from '../fingerprint';
import type { PortfolioTask } from './portfolio-inputs';

/** The candles and the funding of all members in their order. */
export function fingerprintMembers({ input, tradeFrom, benchmark }: PortfolioTask): DataFingerprint {
  const { members, intervalSeconds } = input;
  const hashes = members.map(({ candles, funding, data }, index) =>
    fingerprintData({
      candles,
      funding,
      data,
      tradeFrom: tradeFrom[index],
      intervalSeconds,
      benchmark: null,
    }),
  );
  const dataSha256 = joinHashes(hashes.map((hash) => hash.dataSha256 ?? null));
  return {
    candlesSha256: joinHashes(hashes.map(({ candlesSha256 }) => candlesSha256))!,
    fundingSha256: joinHashes(hashes.map(({ fundingSha256 }) => fundingSha256)),
    ...(benchmark && { benchmarkSha256: fingerprintBenchmark(benchmark, intervalSeconds) }),
    ...(dataSha256 && { dataSha256 }),
  };
}

/** What a result is computed from: the data, who the members are and when, and the settings, of a search with how it searches. */
export function fingerprintPortfolio(
  task: PortfolioTask,
  { benchmarkSha256, dataSha256, ...data }: DataFingerprint,
  searched: { readonly seed: number } | null = null,
): RunFingerprint {
  const { input, tradeFrom, benchmark } = task;
  const { members, intervalSeconds, calendar, settings } = input;
  const named = members.map(({ exchange, symbol, from, to, calendar: own, execution }) => {
    return { exchange, symbol, from, to, calendar: own, execution };
  });
  return {
    ...data,
    configurationSha256: fingerprintSettings({
      settings,
      intervalSeconds,
      calendar,
      tradeFrom,
      members: named,
      ...(benchmark && { benchmark: benchmark.name }),
      ...(searched && { searched }),
    }),
    engineVersion: ENGINE_VERSION,
    // A run draws nothing at random.
    seed: searched?.seed ?? null,
    ...describeCandles(task),
    ...(benchmarkSha256 && { benchmarkSha256 }),
    ...(dataSha256 && { dataSha256 }),
  };
}

function describeCandles({
  input: { members },
  sourceIntervals,
}: PortfolioTask): Pick<RunFingerprint, 'candles' | 'memberCandles'> {
  const memberCandles = members.map(({ candles: { openTime, length } }, index): CandlesUsed | null =>
    length === 0 ? null : { interval: sourceIntervals[index], start: openTime[0], end: openTime[length - 1] },
  );
  const used = memberCandles.filter((candles) => candles !== null);
  const [shortest] = [...sourceIntervals].sort((one, other) => secondsOf(one) - secondsOf(other));
  const candles = {
    interval: shortest,
    start: used.reduce((least, { start }) => Math.min(least, start), Infinity),
    end: used.reduce((most, { end }) => Math.max(most, end), -Infinity),
  };
  return { candles, memberCandles };
}
