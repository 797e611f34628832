import { toWire } from '#domain/records/to-wire';
import type { WindowFigures } from '#engine/validation/assemble-walk-forward';
import type { HoldingFigures } from '#engine/validation/hold-over';
import type { BacktestOverfitting } from '#engine/validation/statistics/probability-of-backtest-overfitting';
import { CountAnswer, FractionAnswer, NumberAnswer } from '../http/answer-fields';

/** Buy and hold over the same bars. */
export class HoldingRead {
  @FractionAnswer({ description: 'Of the initial capital', example: 0.86 })
  total_return: number;

  @NumberAnswer('ratio, annualised', {
    description: 'Null where the returns do not vary',
    example: 0.42,
    nullable: true,
  })
  sharpe_ratio: number | null;

  @FractionAnswer({ description: 'Largest loss from a peak, positive', example: 0.57 })
  max_drawdown: number;
}

export class WindowFiguresRead extends HoldingRead {
  @CountAnswer('trades', { description: 'Positions that were opened and closed', example: 9 })
  trades: number;
}

/** How likely the choice among the combinations is overfit. */
export class OverfittingRead {
  @FractionAnswer({
    description: 'Splits in which the best combination in sample is at or below the median out of sample',
    example: 0.48,
  })
  probability: number;

  @FractionAnswer({ description: 'Splits in which it lost money out of sample', example: 0.21 })
  probability_of_loss: number;

  @NumberAnswer('ratio', {
    description:
      'Regression of its Sharpe ratio out of sample on that in sample; null where the latter does not vary',
    example: -0.35,
    nullable: true,
  })
  slope: number | null;

  @CountAnswer('blocks', { description: 'Of returns, of which half are in sample', example: 16 })
  blocks: number;

  @CountAnswer('splits', { description: 'Choices of half the blocks', example: 12_870 })
  splits: number;
}

/** How far a result can be believed, given how much was tried. */
export class SignificanceRead {
  @NumberAnswer('no unit', {
    description: 't statistic of the mean return; null where the returns do not vary',
    example: 1.09,
    nullable: true,
  })
  t_statistic: number | null;

  @NumberAnswer('probability', {
    description: 'That the true Sharpe ratio is above 0',
    example: 0.86,
    nullable: true,
  })
  probabilistic_sharpe_ratio: number | null;

  @NumberAnswer('probability', {
    description: 'That it is above what the best of so many trials shows without skill',
    example: 0.41,
    nullable: true,
  })
  deflated_sharpe_ratio: number | null;

  @NumberAnswer('returns: days, or bars in a short intraday run', {
    description: 'Needed for 95 % confidence that the Sharpe ratio is above 0',
    example: 9_120,
    nullable: true,
  })
  min_track_record_length: number | null;
}

export function toHolding({ totalReturn, sharpeRatio, maxDrawdown }: HoldingFigures) {
  return {
    total_return: totalReturn,
    sharpe_ratio: sharpeRatio,
    max_drawdown: maxDrawdown,
  } satisfies HoldingRead;
}

export function toWindowFigures(figures: WindowFigures) {
  return { ...toHolding(figures), trades: figures.trades } satisfies WindowFiguresRead;
}

export function toOverfitting(overfitting: BacktestOverfitting | null): OverfittingRead | null {
  return overfitting && toWire(overfitting);
}
