import { type Execution } from '../backtest/execution';
import { requiredWarmupBars } from '../backtest/run-backtest';
import { MISSED_BARS } from './find-ends';
import { FEATURES } from '../features/feature-set';
import { type DataNeed } from '../known-data/data-request';
import { readExpression } from '../rules/expression';
import { strategyOf } from '../strategies/registry';
import { type PortfolioSettings, type RankSource, type Weighting } from './portfolio-settings';
import { needsReturns } from './weights/compute-weights';

/**
 * Bars to load from before the range, so that its first bar can decide: as many as decisions look back on, and never fewer than
 * a series may miss before it counts as delisted, since the range may begin on a day on which some member does not trade.
 */
export function portfolioWarmupBars(settings: PortfolioSettings, execution: Execution): number {
  const looksBack = portfolioLookback(settings, execution);
  return settings.allocation.kind === 'rules' ? looksBack : Math.max(looksBack, MISSED_BARS);
}

/** What decisions read besides the candles of the members. */
export function portfolioNeeds({ allocation }: PortfolioSettings): readonly DataNeed[] {
  switch (allocation.kind) {
    case 'weights': {
      const { givenRule } = allocation.weighting;
      return givenRule ? readExpression(givenRule.expression, 'weights.rule').needs : [];
    }
    case 'ranking':
      return rankNeeds(allocation.ranking.by, 'ranking.by');
    case 'rules': {
      const { declaration, parameters, priority } = allocation.strategy;
      const ofStrategy = strategyOf(declaration).needs?.(parameters) ?? [];
      return [...ofStrategy, ...(priority === null ? [] : rankNeeds(priority, 'rules.priority'))];
    }
  }
}

function rankNeeds(source: RankSource, path: string): readonly DataNeed[] {
  return source.kind === 'rule' ? readExpression(source.expression, `${path}.rule`).needs : [];
}

/** Bars that a decision looks back on besides its own. */
export function portfolioLookback({ allocation }: PortfolioSettings, execution: Execution): number {
  switch (allocation.kind) {
    case 'weights':
      return weightingLookback(allocation.weighting);
    case 'ranking': {
      const { by, weighting } = allocation.ranking;
      return Math.max(rankWarmupBars(by), weightingLookback(weighting));
    }
    case 'rules': {
      const { declaration, parameters, priority } = allocation.strategy;
      const ofPriority = priority === null ? 0 : rankWarmupBars(priority);
      return Math.max(requiredWarmupBars(strategyOf(declaration), parameters, execution), ofPriority);
    }
  }
}

/** Bars that weights look back on besides that of their decision. */
export function weightingLookback({ method, lookbackBars, givenRule }: Weighting): number {
  if (givenRule) return readExpression(givenRule.expression, 'weights.rule').warmupBars;
  return needsReturns(method) ? lookbackBars : 0;
}

function rankWarmupBars(source: RankSource): number {
  switch (source.kind) {
    case 'momentum':
      return source.lookbackBars + source.skipBars;
    case 'rule':
      return readExpression(source.expression, 'rule').warmupBars;
    case 'feature':
      return FEATURES.find(({ name }) => name === source.name)?.warmup ?? 0;
  }
}
