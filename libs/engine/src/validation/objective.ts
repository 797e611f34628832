import { computeCagr } from '../performance/compute-cagr';
import { computeCalmarRatio } from '../performance/compute-calmar-ratio';
import { computeProfitFactor } from '../performance/compute-profit-factor';
import { computeSortinoRatio } from '../performance/compute-sortino-ratio';
import { computeSystemQualityNumber } from '../performance/compute-system-quality-number';
import { type SpanFigures } from './measure-span';
import { type SpanRun } from './trial-setting';

/** What a search maximises. */
export const OBJECTIVES = [
  'sharpe_ratio',
  'total_return',
  'calmar_ratio',
  'sortino_ratio',
  'system_quality_number',
  'profit_factor',
] as const;

export type Objective = (typeof OBJECTIVES)[number];

/** Of a ratio whose denominator, the loss, is 0 while something was gained: above all others, and a number in JSON. */
export const NOTHING_LOST = Number.MAX_VALUE;

/**
 * A combination's score in one span: the figure of the report by that name. Null, below every number, with fewer trades
 * than `minimumTrades` or where the figure is undefined; but a Calmar ratio, Sortino ratio or profit factor that is
 * undefined only because a gain came without any loss is the best there is.
 */
export function scoreOf(
  objective: Objective,
  minimumTrades: number,
  run: SpanRun,
  figures: SpanFigures,
): number | null {
  if (figures.trades < minimumTrades) return null;
  const gained = figures.totalReturn > 0 ? NOTHING_LOST : null;
  switch (objective) {
    case 'sharpe_ratio':
      return figures.sharpeRatio;
    case 'total_return':
      return figures.totalReturn;
    case 'calmar_ratio':
      return figures.maxDrawdown === 0 ? gained : computeCalmarRatio(annualGrowth(run), figures.maxDrawdown);
    case 'sortino_ratio': {
      const { returns, periodsPerYear } = figures.sampled;
      return computeSortinoRatio(returns, periodsPerYear) ?? (returns.length >= 2 ? gained : null);
    }
    case 'system_quality_number':
      return computeSystemQualityNumber(profitsOf(run));
    case 'profit_factor':
      return computeProfitFactor(profitsOf(run)) ?? gained;
  }
}

/** The index of the largest score, the first of equals; null counts as less than any number. 0 when all are null. */
export function bestOf(scores: readonly (number | null)[]): number {
  let best = 0;
  for (let index = 1; index < scores.length; index++) {
    if ((scores[index] ?? -Infinity) > (scores[best] ?? -Infinity)) best = index;
  }
  return best;
}

function annualGrowth({ equity, openTime }: SpanRun): number | null {
  const last = equity.length - 1;
  return computeCagr(equity[0], equity[last], (openTime[last] - openTime[0]) / 1000);
}

function profitsOf({ trades }: SpanRun): Float64Array {
  const profits = new Float64Array(trades.length);
  for (let index = 0; index < trades.length; index++) profits[index] = trades[index].pnl;
  return profits;
}
