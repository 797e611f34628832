import { type Calendar, tradingDaysPerYear } from '../calendar/calendar';
import { SECONDS_PER_YEAR } from './compute-cagr';
import { positionsOfDays } from './sample-returns';

/** Fewer say little about how many there are in a year. */
const FEWEST_OBSERVATIONS = 60;
const LARGEST_DIFFERENCE = 0.1;

/**
 * Says that the bars of a run hold by a tenth more or fewer days a year than its calendar, by which the Sharpe ratio, Sortino
 * ratio and volatility are annualised: the series trades by another calendar, or days are missing. A factor, for it
 * holds on either side of 0. Opens in ms, ascending.
 */
export function observationWarnings(
  openTime: Float64Array,
  intervalSeconds: number,
  calendar: Calendar,
  days = positionsOfDays(openTime, intervalSeconds, calendar),
): string[] {
  const observations = days.length - 1;
  if (observations < FEWEST_OBSERVATIONS) return [];
  const years = (openTime[openTime.length - 1] - openTime[0]) / 1000 / SECONDS_PER_YEAR;
  const observed = observations / years;
  const assumed = tradingDaysPerYear(calendar);
  if (Math.abs(observed / assumed - 1) < LARGEST_DIFFERENCE) return [];
  const factor = Math.sqrt(assumed / observed);
  return [
    `the equity curve has ${observed.toFixed(1)} daily observations a year, the calendar of the series (${calendar}) ` +
      `${assumed}: the Sharpe ratio is ${factor.toFixed(2)} times the one annualised by what was observed`,
  ];
}
