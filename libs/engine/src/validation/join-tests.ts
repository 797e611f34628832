import { computeMetrics, type Metrics } from '../performance/compute-metrics';
import { figuresOfTrades } from '../performance/trade-figures';
import { type SpanRun, type SpanTrade, type TrialSetting } from './trial-setting';

/** A trade of a test; it began with the initial capital, as each window's test does. */
type TestTrade = SpanTrade & {
  /** Number of the window, in the order of time. */
  readonly window: number;
};

export interface JoinedTests {
  readonly trades: readonly TestTrade[];
  /** Of the joined account, which begins with the initial capital; money of trades is that of their windows. */
  readonly metrics: Metrics;
}

/** All trades of the tests, and the figures of the tests as one account: `stitched` is its equity as a multiple of its start. */
export function joinTests(
  setting: TrialSetting,
  runs: readonly SpanRun[],
  stitched: Pick<SpanRun, 'equity' | 'openTime'>,
): JoinedTests {
  const { intervalSeconds, calendar } = setting;
  const { initialCapital } = setting.execution;
  const trades = runs.flatMap((run, window) => run.trades.map((trade) => ({ ...trade, window })));
  let bars = 0;
  let tradedValue = 0;
  for (const run of runs) {
    // What the window's account is worth in the joined one.
    tradedValue += run.tradedValue * stitched.equity[bars];
    bars += run.equity.length;
  }
  const metrics = computeMetrics({
    equity: stitched.equity.map((multiple) => multiple * initialCapital),
    openTime: stitched.openTime,
    intervalSeconds,
    calendar,
    trades: figuresOfTrades(trades),
    heldBars: runs.reduce((sum, { heldBars }) => sum + heldBars, 0),
    tradedValue,
  });
  return { trades, metrics };
}
