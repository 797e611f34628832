import { computeMean } from '../performance/compute-mean';
import { computeStandardDeviation } from '../performance/compute-standard-deviation';
import { type StrategyParameters } from '../backtest/strategy';

export interface ParameterStability {
  /** What was chosen, window by window. */
  readonly values: readonly number[];
  /** Sample standard deviation / |mean| of them; 0 never moved. Null with one window or a mean of 0. */
  readonly coefficientOfVariation: number | null;
}

/** How much the choice moves from window to window, for each parameter; one that jumps about has found noise. */
export function parameterStability(
  chosen: readonly StrategyParameters[],
): Readonly<Record<string, ParameterStability>> {
  const stability: Record<string, ParameterStability> = {};
  for (const name of Object.keys(chosen[0] ?? {})) {
    const values = Float64Array.from(chosen, (parameters) => parameters[name]);
    const mean = computeMean(values);
    const deviation = computeStandardDeviation(values);
    stability[name] = {
      values: [...values],
      coefficientOfVariation:
        mean === null || mean === 0 || deviation === null ? null : deviation / Math.abs(mean),
    };
  }
  return stability;
}
