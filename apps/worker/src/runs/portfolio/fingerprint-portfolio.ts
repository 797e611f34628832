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
  const hashes = members.map(({ candles, funding }, index) =>
    fingerprintData({ candles, funding, tradeFrom: tradeFrom[index], intervalSeconds, benchmark: null }),
  );
  return {
    candlesSha256: joinHashes(hashes.map(({ candlesSha256 }) => candlesSha256))!,
    fundingSha256: joinHashes(hashes.map(({ fundingSha256 }) => fundingSha256)),
    ...(benchmark && { benchmarkSha256: fingerprintBenchmark(benchmark, intervalSeconds) }),
  };
}

/** What a result is computed from: the data, who the members are and when, and the settings, of a search with how it searches. */
export function fingerprintPortfolio(
  task: PortfolioTask,
  { benchmarkSha256, ...data }: DataFingerprint,
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
    candles: describeCandles(task),
    ...(benchmarkSha256 && { benchmarkSha256 }),
  };
}

function describeCandles({ input: { members }, sourceIntervals }: PortfolioTask): CandlesUsed {
  const times = members.flatMap(({ candles: { openTime, length } }) =>
    length === 0 ? [] : [{ first: openTime[0], last: openTime[length - 1] }],
  );
  const [shortest] = [...sourceIntervals].sort((one, other) => secondsOf(one) - secondsOf(other));
  return {
    interval: shortest,
    start: times.reduce((least, { first }) => Math.min(least, first), Infinity),
    end: times.reduce((most, { last }) => Math.max(most, last), -Infinity),
  };
}
