import { type Calendar } from '../calendar/calendar';
import { type CandleColumns } from '../market/candle-columns';
import { type Regime, REGIMES, regimeWithoutModel } from './label-states';
import { computeRegimeFeatures, findBarsAfterGaps, regimeWindow } from './regime-features';
import {
  FEWEST_OBSERVATIONS,
  filterRegimes,
  fitRegimeModel,
  type RegimeFitSettings,
  type RegimeModel,
} from './regime-model';

export interface DetectedRegime {
  readonly regime: Regime;
  /** P(regime at the last bar | all bars), four decimals. */
  readonly confidence: number;
  /** One per observation, oldest first; each knows nothing later than its own bar. The last one is `regime`. */
  readonly history: readonly Regime[];
  /** Open times of the history's bars, ms. */
  readonly openTimes: Float64Array;
  /** Bars that an observation looks back over. */
  readonly window: number;
  /** Null where nothing varied, so that there was nothing to fit. */
  readonly fitted: RegimeModel | null;
}

/** Why there is no regime: too few observations, or the time for it ran out. */
export type NoRegime =
  | { readonly reason: 'too few observations'; readonly observations: number; readonly needed: number }
  | { readonly reason: 'out of time' };

/**
 * The regime that a series is in at its last closed candle: the filtered states of a Gaussian hidden Markov model over the
 * trend and the range of rolling windows, named by their mean trend. The same candles give the same answer.
 *
 * A series whose trend never varies is bull or bear by its sign, one without any movement ranging. Source of the method:
 * Hamilton (1989) for regimes as hidden Markov states, Parkinson (1980) for the range.
 */
export function detectRegime(
  candles: CandleColumns,
  intervalSeconds: number,
  calendar: Calendar,
  settings: RegimeFitSettings = {},
): DetectedRegime | NoRegime {
  const isAfterGap = findBarsAfterGaps(candles, intervalSeconds, calendar);
  const features = computeRegimeFeatures(candles, regimeWindow(candles.length), isAfterGap);
  const { bars, window } = features;
  if (bars.length < FEWEST_OBSERVATIONS) {
    return { reason: 'too few observations', observations: bars.length, needed: FEWEST_OBSERVATIONS };
  }
  const time = { isOut: false };
  const onIteration = (logLikelihood: number) => {
    time.isOut = settings.onIteration?.(logLikelihood) === false;
    return !time.isOut;
  };
  const fitted = fitRegimeModel(features, { ...settings, onIteration });
  if (time.isOut) return { reason: 'out of time' };
  const openTimes = Float64Array.from(bars, (bar) => candles.openTime[bar]);
  if (fitted === null) {
    const regime = regimeWithoutModel(features);
    return { regime, confidence: 1, history: Array.from(bars, () => regime), openTimes, window, fitted };
  }
  const { history, confidence } = readRegimes(fitted, filterRegimes(fitted, features));
  return { regime: history[history.length - 1], confidence, history, openTimes, window, fitted };
}

/** The likeliest regime of each observation, and how likely the last one is. */
export function readRegimes(
  { labels }: RegimeModel,
  posteriors: Float64Array,
): { history: Regime[]; confidence: number } {
  const states = labels.length;
  const history: Regime[] = [];
  let confidence = 0;
  const regimeIndices = labels.map((label) => REGIMES.indexOf(label));
  for (let at = 0; at < posteriors.length; at += states) {
    const probabilities = REGIMES.map(() => 0);
    for (let state = 0; state < states; state++)
      probabilities[regimeIndices[state]] += posteriors[at + state];
    confidence = Math.max(...probabilities);
    history.push(REGIMES[probabilities.indexOf(confidence)]);
  }
  return { history, confidence: Math.round(confidence * 10_000) / 10_000 };
}
