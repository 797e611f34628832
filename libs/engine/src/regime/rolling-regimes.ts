import { type CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { readRegimes } from './detect-regime';
import { type Regime, REGIMES, regimeWithoutModel } from './label-states';
import { computeRegimeFeatures, type RegimeFeatures, regimeWindow } from './regime-features';
import { filterRegimes, fitRegimeModel, type RegimeModel } from './regime-model';

/** Fewer and shorter fits than for one answer: there are many of them. */
const DRAWN_STARTS = 0;
const MAXIMUM_ITERATIONS = 50;

export interface RollingSettings {
  /** Bars that each model is fitted on. */
  readonly lookback: number;
  /** Bars after which a new model is fitted. */
  readonly refit: number;
}

/** NaN while there is no model, else the regime's index in REGIMES. */
export type RegimeCodes = Float64Array;

/**
 * The regime at each close as it was known then: a model fitted on the bars up to some close reads the bars after it, until
 * the next one is fitted. Nothing later ever changes a label, and no label knows anything later. When models are fitted hangs
 * on the clock, not on where the candles begin: a longer history changes nothing once there are lookback + refit bars.
 *
 * Missing candles are not looked for: each return counts as one bar's.
 */
export function computeRollingRegimes(
  candles: CandleColumns,
  { lookback, refit }: RollingSettings,
): RegimeCodes {
  const codes = new Float64Array(candles.length).fill(NaN);
  const window = regimeWindow(lookback);
  const fits = findFits(candles, lookback, refit);
  fits.forEach((fitted, index) => {
    const until = fits.at(index + 1) ?? candles.length;
    const from = fitted + 1 - lookback;
    const known = computeRegimeFeatures(sliceCandleColumns(candles, from, fitted + 1), window);
    const model = fitRegimeModel(known, { drawnStarts: DRAWN_STARTS, maximumIterations: MAXIMUM_ITERATIONS });
    const read = computeRegimeFeatures(sliceCandleColumns(candles, from, until), window);
    const historyAt = regimesOf(model, known, read);
    for (let at = known.bars.length - 1; at < read.bars.length; at++) {
      codes[from + read.bars[at]] = REGIMES.indexOf(historyAt(at));
    }
  });
  return codes;
}

/** The regime of each observation read, by the model of those known. */
function regimesOf(
  model: RegimeModel | null,
  known: RegimeFeatures,
  read: RegimeFeatures,
): (observation: number) => Regime {
  if (model === null) {
    const regime = regimeWithoutModel(known);
    return () => regime;
  }
  const { history } = readRegimes(model, filterRegimes(model, read));
  return (observation) => history[observation];
}

/** The bars at whose close a model is fitted: the first ones of each stretch of `refit` bars since 1970. */
function findFits({ openTime, length }: CandleColumns, lookback: number, refit: number): number[] {
  let spacing = Infinity;
  for (let bar = 1; bar < length; bar++) spacing = Math.min(spacing, openTime[bar] - openTime[bar - 1]);
  const stretch = spacing * refit;
  const fits: number[] = [];
  for (let bar = lookback; bar < length; bar++) {
    if (Math.floor(openTime[bar] / stretch) !== Math.floor(openTime[bar - 1] / stretch)) fits.push(bar);
  }
  return fits;
}
