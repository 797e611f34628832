import type { DetectedRegime } from '#engine/regime/detect-regime';
import { formatDateTime } from '#engine/market/parse-time';
import type { RegimeFitRead } from './regime-details.dto';

interface FitContext {
  readonly bars: number;
  readonly lookbackDays: number;
  readonly warnings: string[];
}

/** How a regime was found. */
export function describeFit(
  { fitted, window, openTimes, history }: DetectedRegime,
  { bars, lookbackDays, warnings }: FitContext,
): RegimeFitRead {
  const observed = {
    lookback_days: lookbackDays,
    bars,
    observations: history.length,
    window_bars: window,
    first_observation: formatDateTime(openTimes[0]),
    last_observation: formatDateTime(openTimes[openTimes.length - 1]),
    warnings,
  };
  if (fitted === null) return { ...observed, model: null };
  const { model, labels, meanTrends, logLikelihood, bic, isDiagonal, features } = fitted;
  const { states, transition } = model;
  const stay = (state: number) => transition[state * states + state];
  return {
    ...observed,
    model: {
      features: features.map(({ name }) => name),
      covariance: isDiagonal ? 'diagonal' : 'full',
      log_likelihood: logLikelihood,
      bic,
      states: labels.map((label, state) => ({
        label,
        mean_log_return_per_bar: meanTrends[state],
        expected_duration_bars: stay(state) < 1 ? 1 / (1 - stay(state)) : null,
        transition: Array.from(transition.subarray(state * states, (state + 1) * states)),
      })),
    },
  };
}
