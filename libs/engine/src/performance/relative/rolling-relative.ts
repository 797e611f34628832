import { annualisedRatio } from '../annualised-ratio';
import { computeActiveReturn } from './compute-active-return';
import { computeAlpha } from './compute-alpha';
import { computeBeta } from './compute-beta';
import { computeInformationRatio } from './compute-information-ratio';
import { computeRSquared } from './compute-r-squared';
import { type RelativeReturns } from './measure-relative';
import { deviationOf, type PairedMoments } from './paired-moments';
import { rollingMoments } from './rolling-moments';

export interface RollingReturns extends RelativeReturns {
  /** Returns in a window, at least 2. */
  readonly window: number;
}

export const ROLLING_MEASURES = [
  'alpha',
  'beta',
  'rSquared',
  'informationRatio',
  'activeReturn',
  'sharpeRatio',
  'volatility',
] as const;

export type RollingMeasure = (typeof ROLLING_MEASURES)[number];

/** A column per measure, of a value per return: of the window that ends with it. NaN before the first whole window and where undefined. */
export type RollingRelative = Readonly<Record<RollingMeasure, Float64Array>>;

/**
 * The figures of measureRelative, Sharpe ratio and annual volatility over every `window` returns, in a time that grows
 * with the returns alone, and within 1e-9 of those that are computed window by window. NaN is null here.
 */
export function rollingRelative({ riskFreeRatePerYear = 0, ...input }: RollingReturns): RollingRelative {
  const { returns, benchmarkReturns, periodsPerYear, window } = input;
  const length = Math.min(returns.length, benchmarkReturns.length);
  const yearly = { periodsPerYear, riskFreeRatePerYear };
  const measures: Record<RollingMeasure, (moments: PairedMoments) => number | null> = {
    alpha: (moments) => computeAlpha(moments, yearly),
    beta: computeBeta,
    rSquared: computeRSquared,
    informationRatio: (moments) => computeInformationRatio(moments, periodsPerYear),
    activeReturn: (moments) => computeActiveReturn(moments, periodsPerYear),
    sharpeRatio: ({ mean, squares, count }) =>
      annualisedRatio(
        mean - riskFreeRatePerYear / periodsPerYear,
        deviationOf(squares, count),
        periodsPerYear,
      ),
    volatility: ({ squares, count }) => deviationOf(squares, count)! * Math.sqrt(periodsPerYear),
  };
  const column = () => new Float64Array(length).fill(NaN);
  const columns: Record<RollingMeasure, Float64Array> = {
    alpha: column(),
    beta: column(),
    rSquared: column(),
    informationRatio: column(),
    activeReturn: column(),
    sharpeRatio: column(),
    volatility: column(),
  };
  rollingMoments(returns.subarray(0, length), benchmarkReturns, window, (end, moments) => {
    for (const name of ROLLING_MEASURES) columns[name][end] = measures[name](moments) ?? NaN;
  });
  return columns;
}
