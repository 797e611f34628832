import { expectedMaximumSharpe } from './expected-maximum-sharpe';
import { probabilisticSharpeRatio } from './probabilistic-sharpe-ratio';
import { type ReturnMoments } from './return-moments';

/** With fewer, the expected maximum is a poor approximation and the trials' deviation is a guess. */
const FEWEST_TRIALS_TO_DEFLATE = 5;

/**
 * The probability that the true Sharpe ratio is above what the best of so many trials reaches by luck alone:
 * the probabilistic Sharpe ratio against `trialsDeviation` × expectedMaximumSharpe(trials). The deviation is that of the
 * trials' Sharpe ratios, per period as in `moments`. Null with fewer than 5 trials.
 *
 * Source: D. Bailey and M. López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40(5) (2014).
 */
export function deflatedSharpeRatio(
  moments: ReturnMoments,
  trials: number,
  trialsDeviation: number,
): number | null {
  if (trials < FEWEST_TRIALS_TO_DEFLATE) return null;
  return probabilisticSharpeRatio(moments, trialsDeviation * expectedMaximumSharpe(trials));
}
