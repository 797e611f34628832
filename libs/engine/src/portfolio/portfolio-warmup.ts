import { type Execution } from '../backtest/execution';
import { historyBars, requiredWarmupBars } from '../backtest/run-backtest';
import { MISSED_BARS } from './find-ends';
import { FEATURES } from '../features/feature-set';
import { readExpression } from '../rules/expression';
import { strategyOf } from '../strategies/registry';
import { type PortfolioSettings, type RankSource, type Weighting } from './portfolio-settings';
import { needsReturns } from './weights/compute-weights';

/**
 * Bars that must have passed before the first that can decide, and never fewer than a series may miss before it counts as delisted,
 * since the range may begin on a day on which some member does not trade.
 */
export function portfolioWarmupBars(settings: PortfolioSettings, execution: Execution): number {
  return withMissedBars(settings, portfolioLookback(settings, execution));
}

/** Bars to load from before the range, so that no decision within it depends on where the candles begin. */
export function portfolioHistoryBars(settings: PortfolioSettings, execution: Execution): number {
  return withMissedBars(settings, longestReach(settings, execution, 'settledAfter'));
}

/** Bars before a decision after which it does not depend on where the candles begin; 0 where windows are all that is read. */
export function portfolioSettlingBars(settings: PortfolioSettings, execution: Execution): number {
  const bars = longestReach(settings, execution, 'settledAfter');
  return bars > portfolioLookback(settings, execution) ? bars : 0;
}

function withMissedBars({ allocation }: PortfolioSettings, bars: number): number {
  return allocation.kind === 'rules' ? bars : Math.max(bars, MISSED_BARS);
}

/** Bars that a decision looks back on besides its own. */
export function portfolioLookback(settings: PortfolioSettings, execution: Execution): number {
  return longestReach(settings, execution, 'warmupBars');
}

/** Bars up to the first value, or to the first that does not depend on where the candles begin. */
type Reach = 'warmupBars' | 'settledAfter';

function longestReach({ allocation }: PortfolioSettings, execution: Execution, reach: Reach): number {
  switch (allocation.kind) {
    case 'weights':
      return reachOfWeighting(allocation.weighting, reach);
    case 'ranking': {
      const { by, weighting } = allocation.ranking;
      return Math.max(reachOfRank(by, reach), reachOfWeighting(weighting, reach));
    }
    case 'rules': {
      const { declaration, parameters, priority } = allocation.strategy;
      const ofPriority = priority === null ? 0 : reachOfRank(priority, reach);
      const barsOf = reach === 'warmupBars' ? requiredWarmupBars : historyBars;
      return Math.max(barsOf(strategyOf(declaration), parameters, execution), ofPriority);
    }
  }
}

/** Bars that weights look back on besides that of their decision. */
export function weightingLookback(weighting: Weighting): number {
  return reachOfWeighting(weighting, 'warmupBars');
}

function reachOfWeighting({ method, lookbackBars, givenRule }: Weighting, reach: Reach): number {
  if (givenRule) return readExpression(givenRule.expression, 'weights.rule')[reach];
  return needsReturns(method) ? lookbackBars : 0;
}

function reachOfRank(source: RankSource, reach: Reach): number {
  switch (source.kind) {
    case 'momentum':
      return source.lookbackBars + source.skipBars;
    case 'rule':
      return readExpression(source.expression, 'rule')[reach];
    case 'feature':
      return FEATURES.find(({ name }) => name === source.name)?.warmup ?? 0;
  }
}
