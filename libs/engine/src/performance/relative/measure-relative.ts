import { computeActiveReturn } from './compute-active-return';
import { computeAlpha } from './compute-alpha';
import { computeBeta } from './compute-beta';
import { computeCapture } from './compute-capture';
import { computeInformationRatio } from './compute-information-ratio';
import { computeRSquared } from './compute-r-squared';
import { computeTrackingError } from './compute-tracking-error';
import { momentsOf } from './paired-moments';

/** Returns of a strategy beside those of a benchmark: fractions per period, of the same periods, oldest first. */
export interface RelativeReturns {
  readonly returns: Float64Array;
  /** As many; where lengths differ, the shorter one ends both. */
  readonly benchmarkReturns: Float64Array;
  /** What a year is annualised by, as for the Sharpe ratio. */
  readonly periodsPerYear: number;
  /** A fraction; 0 without. */
  readonly riskFreeRatePerYear?: number;
}

/** Fractions; null where a figure is undefined, never NaN or infinite. */
export interface RelativeMeasures {
  /** How many returns they are made of. */
  readonly observations: number;
  readonly alpha: number | null;
  readonly beta: number | null;
  readonly rSquared: number | null;
  readonly trackingError: number | null;
  readonly informationRatio: number | null;
  readonly upCapture: number | null;
  readonly downCapture: number | null;
  readonly activeReturn: number | null;
}

/** Every figure of returns beside a benchmark's. */
export function measureRelative({ riskFreeRatePerYear = 0, ...input }: RelativeReturns): RelativeMeasures {
  const { periodsPerYear } = input;
  const [returns, benchmarkReturns] = ofOneLength(input.returns, input.benchmarkReturns);
  const moments = momentsOf(returns, benchmarkReturns);
  return {
    observations: moments.count,
    alpha: computeAlpha(moments, { periodsPerYear, riskFreeRatePerYear }),
    beta: computeBeta(moments),
    rSquared: computeRSquared(moments),
    trackingError: computeTrackingError(moments, periodsPerYear),
    informationRatio: computeInformationRatio(moments, periodsPerYear),
    upCapture: computeCapture(returns, benchmarkReturns, 'up', periodsPerYear),
    downCapture: computeCapture(returns, benchmarkReturns, 'down', periodsPerYear),
    activeReturn: computeActiveReturn(moments, periodsPerYear),
  };
}

function ofOneLength(one: Float64Array, other: Float64Array): [Float64Array, Float64Array] {
  const length = Math.min(one.length, other.length);
  return [one.subarray(0, length), other.subarray(0, length)];
}
