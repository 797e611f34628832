import { type Calendar } from '../calendar/calendar';
import { tradingDays } from '../calendar/day-ends';
import { positionsOfDays, returnsOf, valuesAt } from './sample-returns';

/** The value of an account at the close of every bar. */
export interface AccountCurve {
  /** Opens of the bars, in ms. */
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
  readonly intervalSeconds: number;
  readonly calendar: Calendar;
}

/** Returns by day of the calendar, in the order of time. */
export interface DailyReturns {
  /** Days since 1970-01-01. */
  readonly days: Float64Array;
  readonly returns: Float64Array;
}

/** The return of each day from the last close before it, as sampleReturns takes them; a first day of several bars counts from its first close. */
export function dailyReturns({ openTimes, equity, intervalSeconds, calendar }: AccountCurve): DailyReturns {
  const positions = positionsOfDays(openTimes, intervalSeconds, calendar);
  const returns = returnsOf(valuesAt(equity, positions));
  const dayOf = tradingDays(intervalSeconds, calendar);
  return { days: returns.map((_, index) => dayOf(openTimes[positions[index + 1]])), returns };
}
