import type { RunFingerprint } from '#domain/backtesting/stored-report';
import { intervalSeconds as secondsOf } from '#engine/market/interval';
import {
  ENGINE_VERSION,
  fingerprintBenchmark,
  fingerprintData,
  fingerprintSettings,
  joinHashes,
} from '../runs/fingerprint';
import type { PortfolioTask } from './portfolio-inputs';

/** What a result is computed from: the candles and the funding of all members in their order, who they are and when, and the settings. */
export function fingerprintPortfolio({
  input,
  tradeFrom,
  sourceIntervals,
  benchmark,
}: PortfolioTask): RunFingerprint {
  const { members, intervalSeconds, calendar, settings } = input;
  const hashes = members.map(({ candles, funding }, index) =>
    fingerprintData({ candles, funding, tradeFrom: tradeFrom[index], intervalSeconds, benchmark: null }),
  );
  const named = members.map(({ exchange, symbol, from, to, calendar: own, execution }) => {
    return { exchange, symbol, from, to, calendar: own, execution };
  });
  const times = members.flatMap(({ candles: { openTime, length } }) =>
    length === 0 ? [] : [{ first: openTime[0], last: openTime[length - 1] }],
  );
  const [shortest] = [...sourceIntervals].sort((one, other) => secondsOf(one) - secondsOf(other));
  return {
    candlesSha256: joinHashes(hashes.map(({ candlesSha256 }) => candlesSha256))!,
    fundingSha256: joinHashes(hashes.map(({ fundingSha256 }) => fundingSha256)),
    configurationSha256: fingerprintSettings({
      settings,
      intervalSeconds,
      calendar,
      tradeFrom,
      members: named,
      ...(benchmark && { benchmark: benchmark.name }),
    }),
    engineVersion: ENGINE_VERSION,
    // Nothing is drawn at random.
    seed: null,
    candles: {
      interval: shortest,
      start: times.reduce((least, { first }) => Math.min(least, first), Infinity),
      end: times.reduce((most, { last }) => Math.max(most, last), -Infinity),
    },
    ...(benchmark && { benchmarkSha256: fingerprintBenchmark(benchmark, intervalSeconds) }),
  };
}
