import { toWire } from '#domain/records/to-wire';
import type { WindowFigures } from '#engine/validation/assemble-walk-forward';
import type { HoldingFigures } from '#engine/validation/hold-over';
import type { BacktestOverfitting } from '#engine/validation/statistics/probability-of-backtest-overfitting';
import { CountAnswer, FractionAnswer, NumberAnswer } from '../http/answer-fields';

/** Buy and hold over the same bars. */
export class HoldingRead {
  @FractionAnswer({ description: 'Final equity over initial capital, minus 1', example: 0.86 })
  total_return: number;

  @NumberAnswer('ratio, annualised', {
    description: 'Sharpe ratio with a risk-free rate of 0; null where the returns do not vary',
    example: 0.42,
    nullable: true,
  })
  sharpe_ratio: number | null;

  @FractionAnswer({
    description: 'Largest loss from a peak of the equity, as a share of the peak; 0 or positive',
    example: 0.57,
  })
  max_drawdown: number;
}

export class WindowFiguresRead extends HoldingRead {
  @CountAnswer('trades', { description: 'Round trips: positions that were opened and closed', example: 9 })
  trades: number;
}

/** How likely the choice among the combinations is overfit. */
export class OverfittingRead {
  @FractionAnswer({
    description:
      'Probability of backtest overfitting by combinatorially symmetric cross-validation (Bailey et al. 2017): share of the splits in which the ' +
      'combination with the best Sharpe ratio in-sample is at or below the median out-of-sample',
    example: 0.48,
  })
  probability: number;

  @FractionAnswer({
    description: 'Share of the splits in which that combination loses money out-of-sample',
    example: 0.21,
  })
  probability_of_loss: number;

  @NumberAnswer('ratio', {
    description:
      'Slope of the regression, over the splits, of its out-of-sample Sharpe ratio on the in-sample one; negative: the better in-sample, ' +
      'the worse out-of-sample. Null where the in-sample one does not vary',
    example: -0.35,
    nullable: true,
  })
  slope: number | null;

  @CountAnswer('blocks', {
    description: 'Blocks of consecutive returns, half of which are in-sample in each split',
    example: 16,
  })
  blocks: number;

  @CountAnswer('splits', { description: 'Splits: the ways to choose half of the blocks', example: 12_870 })
  splits: number;
}

/** How far a result can be believed, given how much was tried. */
export class SignificanceRead {
  @NumberAnswer('no unit', {
    description:
      't-statistic of the mean return: mean over standard deviation, × √returns; null where the returns do not vary',
    example: 1.09,
    nullable: true,
  })
  t_statistic: number | null;

  @NumberAnswer('probability, 0 to 1', {
    description:
      'Probabilistic Sharpe ratio (Bailey and López de Prado 2012): the probability that the true Sharpe ratio is above 0',
    example: 0.86,
    nullable: true,
  })
  probabilistic_sharpe_ratio: number | null;

  @NumberAnswer('probability, 0 to 1', {
    description:
      'Deflated Sharpe ratio (Bailey and López de Prado 2014): the probability that the true Sharpe ratio is above the one that the best of as ' +
      'many trials shows without skill; null with fewer than 5 trials',
    example: 0.41,
    nullable: true,
  })
  deflated_sharpe_ratio: number | null;

  @NumberAnswer('returns: of days, or of bars in a short intraday run', {
    description:
      'Minimum track record length: the returns needed for 95 % confidence that such a Sharpe ratio is above 0; null where it is not above 0',
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
