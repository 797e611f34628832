import type { CompletedPortfolio } from '#domain/portfolios/portfolio-results';
import { PORTFOLIO_RESULT_VERSION } from '#domain/portfolios/stored-portfolio-report';
import { bytesOfDoubles } from '#domain/records/doubles';
import { limitWarnings } from '#engine/market/limit-warnings';
import { listDrawdowns } from '#engine/performance/list-drawdowns';
import { listMonthlyReturns } from '#engine/performance/list-monthly-returns';
import { measureRelative } from '#engine/performance/relative/measure-relative';
import { pairReturns } from '#engine/performance/relative/pair-returns';
import { checkPortfolioLookahead } from '#engine/portfolio/check-portfolio-lookahead';
import { portfolioBreakEvenCost } from '#engine/portfolio/portfolio-break-even-cost';
import { runPortfolio } from '#engine/portfolio/run-portfolio';
import { judgeRun } from '#engine/validation/judge-run';
import { answering } from '../runs/thread-answer';
import { correlateMembers } from './correlate-members';
import { fingerprintMembers, fingerprintPortfolio } from '../runs/portfolio/fingerprint-portfolio';
import { holdBeside } from './hold-beside';
import type { PortfolioTask } from '../runs/portfolio/portfolio-inputs';
import { toPortfolioTradeColumns } from '../runs/portfolio/portfolio-trade-columns';
import { sumByTag } from '../runs/sum-by-tag';
import { toRebalancingColumns } from './rebalancing-columns';

const LISTED_DRAWDOWNS = 20;

/** A portfolio run and everything that its tables keep: the report as the engine gives it, curves, weights and trades as columns. */
export const runPortfolioTask = answering((task: PortfolioTask): CompletedPortfolio => {
  const { input } = task;
  const { intervalSeconds, calendar, members } = input;
  const result = runPortfolio(input);
  const { openTime, equity, metrics, trades, rebalancings, contributions } = result;
  const benchmark = holdBeside(task, result);
  const curves = { openTime, equity, benchmarkEquity: benchmark.equity, span: benchmark.span };
  const { costs, bankrupt, rebalanceTurnover, annualTurnover } = result;
  const tradeColumns = toPortfolioTradeColumns(trades, members);
  const tags = sumByTag(tradeColumns);
  return {
    sharpeRatio: metrics.sharpeRatio,
    maxDrawdown: metrics.maxDrawdown,
    totalReturn: metrics.totalReturn,
    report: {
      version: PORTFOLIO_RESULT_VERSION,
      metrics,
      benchmark: benchmark.metrics,
      relative: {
        ...measureRelative(pairReturns({ ...curves, intervalSeconds, calendar })),
        start: openTime[benchmark.span.first],
        end: openTime[benchmark.span.last],
        breakEvenCostBps: portfolioBreakEvenCost(input, result),
      },
      verdict: judgeRun({ equity, metrics, benchmark: benchmark.metrics }, openTime, input),
      costs,
      bankrupt,
      rebalanceTurnover,
      annualTurnover,
      contributions,
      warnings: limitWarnings([...task.warnings, ...result.warnings, ...benchmark.warnings]),
      bars: openTime.length,
      warmupBars: task.warmupBars,
      rebalances: rebalancings.length,
      calendar,
      lookaheadCheck: checkPortfolioLookahead(input, result),
      monthlyReturns: listMonthlyReturns(equity, openTime),
      drawdowns: listDrawdowns(equity, openTime, LISTED_DRAWDOWNS),
      correlations: correlateMembers(input, contributions),
      resolved: { settings: input.settings, execution: members[0].execution },
      fingerprint: fingerprintPortfolio(task, fingerprintMembers(task)),
      ...(tags && { tags }),
    },
    trades: tradeColumns,
    rebalancings: toRebalancingColumns(rebalancings, members.length),
    openTimes: bytesOfDoubles(openTime),
    equity: bytesOfDoubles(equity),
    cash: bytesOfDoubles(result.cash),
    benchmark: bytesOfDoubles(benchmark.equity),
  };
});
