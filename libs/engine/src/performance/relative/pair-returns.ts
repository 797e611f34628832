import { type Calendar } from '../../calendar/calendar';
import { positionsOfDays, returnBasis, returnsOf, valuesAt } from '../sample-returns';
import { type RelativeReturns } from './measure-relative';

/** Bars by their positions, both inclusive. */
export interface BarSpan {
  readonly first: number;
  readonly last: number;
}

/** The value of an account and of a benchmark at the closes of the same bars. */
export interface PairedCurves {
  /** Opens of the bars, in ms. */
  readonly openTime: Float64Array;
  readonly equity: Float64Array;
  readonly benchmarkEquity: Float64Array;
  readonly intervalSeconds: number;
  /** Of the account. */
  readonly calendar: Calendar;
  /** The bars for which there is a benchmark; all of them without. */
  readonly span?: BarSpan;
}

export interface PairedReturns extends RelativeReturns {
  /** The bar at whose close each return ends. */
  readonly ends: Uint32Array;
}

/**
 * The returns of the account's Sharpe ratio, and the benchmark's over the same days (bars in a short intraday run): those
 * that begin and end within the span. They end with whichever account loses everything.
 */
export function pairReturns(curves: PairedCurves): PairedReturns {
  const { openTime, equity, benchmarkEquity, intervalSeconds, calendar } = curves;
  const { first, last } = curves.span ?? { first: 0, last: openTime.length - 1 };
  const days = positionsOfDays(openTime, intervalSeconds, calendar);
  const { basis, periodsPerYear } = returnBasis(days.length - 1, intervalSeconds, calendar);
  const positions = basis === 'daily' ? days : Uint32Array.from(openTime.keys());
  const within = positions.filter((position) => position >= first && position <= last);
  const returns = returnsOf(valuesAt(equity, within));
  const benchmarkReturns = returnsOf(valuesAt(benchmarkEquity, within));
  const count = Math.min(returns.length, benchmarkReturns.length);
  return {
    returns: returns.subarray(0, count),
    benchmarkReturns: benchmarkReturns.subarray(0, count),
    periodsPerYear,
    ends: within.subarray(1, count + 1),
  };
}
