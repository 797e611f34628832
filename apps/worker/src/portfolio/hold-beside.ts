import { holdBenchmark } from '#engine/backtest/hold-benchmark';
import { computeMetrics, type Metrics } from '#engine/performance/compute-metrics';
import { figuresOfTrades } from '#engine/performance/trade-figures';
import type { BarSpan } from '#engine/performance/relative/pair-returns';
import type { PortfolioResult } from '#engine/portfolio/portfolio';
import type { PortfolioTask } from '../runs/portfolio/portfolio-inputs';

interface HeldBeside {
  readonly equity: Float64Array;
  readonly metrics: Metrics;
  readonly span: BarSpan;
  readonly warnings: readonly string[];
}

/** What a run is compared with: the series that was named, else its universe at equal weights. */
export function holdBeside(
  { benchmark, input }: PortfolioTask,
  { openTime, equalWeight }: PortfolioResult,
): HeldBeside {
  if (!benchmark) return { ...equalWeight, span: { first: 0, last: openTime.length - 1 }, warnings: [] };
  const { intervalSeconds, calendar, members } = input;
  const { execution } = members[0];
  const held = holdBenchmark(benchmark, { openTime, intervalSeconds, execution });
  return {
    ...held,
    metrics: computeMetrics({
      ...held,
      trades: figuresOfTrades(held.trades),
      openTime,
      intervalSeconds,
      calendar,
    }),
  };
}
