import { computeMetrics, type Metrics } from '../performance/compute-metrics';
import { figuresOfTrades } from '../performance/trade-figures';
import { openTimesOf, type Span, type SpanRun, type SpanTrade, type TrialSetting } from './trial-setting';

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

/** A test and its bars; tests ascend. */
interface SpanTest {
  readonly span: Span;
  readonly run: SpanRun;
}

/** All trades of the tests, and the figures of the tests as one account: `stitched` is its equity as a multiple of its start. */
export function joinTests(
  setting: TrialSetting,
  tests: readonly SpanTest[],
  stitched: Pick<SpanRun, 'equity' | 'openTime'>,
): JoinedTests {
  const { intervalSeconds, calendar } = setting;
  const { initialCapital } = setting.execution;
  const trades = tests.flatMap(({ run }, window) => run.trades.map((trade) => ({ ...trade, window })));
  let bars = 0;
  let tradedValue = 0;
  for (const { run } of tests) {
    // What the window's account is worth in the joined one.
    tradedValue += run.tradedValue * stitched.equity[bars];
    bars += run.equity.length;
  }
  const metrics = computeMetrics({
    equity: stitched.equity.map((multiple) => multiple * initialCapital),
    openTime: stitched.openTime,
    intervalSeconds,
    untestedSeconds: untestedSeconds(openTimesOf(setting), tests),
    calendar,
    trades: figuresOfTrades(trades),
    heldBars: tests.reduce((sum, { run }) => sum + run.heldBars, 0),
    tradedValue,
  });
  return { trades, metrics };
}

/** Of the bars between a test and the next one. */
function untestedSeconds(openTime: Float64Array, tests: readonly SpanTest[]): number {
  let milliseconds = 0;
  for (let index = 1; index < tests.length; index++) {
    milliseconds += openTime[tests[index].span.from] - openTime[tests[index - 1].span.to];
  }
  return milliseconds / 1000;
}
