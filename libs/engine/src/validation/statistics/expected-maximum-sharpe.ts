import { normalQuantile } from './normal-quantile';

const EULER_MASCHERONI = 0.5772156649015329;

/**
 * The Sharpe ratio that the best of `trials` independent strategies without any skill is expected to show, in standard
 * deviations of the trials' ratios: (1 - γ)·Φ⁻¹(1 - 1/N) + γ·Φ⁻¹(1 - 1/(N·e)). 0 for a single trial. An approximation
 * for large N; it is close from about 5 on.
 *
 * Source: D. Bailey and M. López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40(5) (2014).
 */
export function expectedMaximumSharpe(trials: number): number {
  if (trials <= 1) return 0;
  return (
    (1 - EULER_MASCHERONI) * normalQuantile(1 - 1 / trials) +
    EULER_MASCHERONI * normalQuantile(1 - 1 / (trials * Math.E))
  );
}
