import { barsPerYear, type Calendar, CALENDARS, tradingDaysPerYear } from '../calendar/calendar';
import { dayEnds } from '../calendar/day-ends';
import { DAY_MILLISECONDS } from '../calendar/day';

const FEWEST_DAILY_RETURNS = 10;

export interface SampledReturns {
  readonly basis: 'daily' | 'bar';
  readonly returns: Float64Array;
  readonly periodsPerYear: number;
}

/**
 * The returns that risk figures are made of: daily, or one per bar when an intraday run has fewer than 10 daily ones.
 * `days` saves looking up again where they end. Periods per year: 365 days round the clock, 260 on 24x5, 252 sessions on XNYS, times the bars in a day for the basis `bar`.
 */
export function sampleReturns(
  openTime: Float64Array,
  equity: Float64Array,
  intervalSeconds: number,
  calendar: Calendar,
  days = positionsOfDays(openTime, intervalSeconds, calendar),
): SampledReturns {
  const { basis, periodsPerYear } = returnBasis(days.length - 1, intervalSeconds, calendar);
  return { basis, returns: returnsOf(basis === 'daily' ? valuesAt(equity, days) : equity), periodsPerYear };
}

/** What the returns of a run with so many daily ones are. */
export function returnBasis(
  dailyReturns: number,
  intervalSeconds: number,
  calendar: Calendar,
): Omit<SampledReturns, 'returns'> {
  if (dailyReturns >= FEWEST_DAILY_RETURNS || intervalSeconds >= 86_400) {
    return { basis: 'daily', periodsPerYear: tradingDaysPerYear(calendar) };
  }
  return { basis: 'bar', periodsPerYear: barsPerYear(intervalSeconds, calendar) };
}

/**
 * Positions of the first bar, then of the last one of each day of the calendar (see dayEnds; bars by their open, in ms). A
 * first day of several bars thus counts with the return it made; days without bars are left out, not filled.
 */
export function positionsOfDays(
  openTime: Float64Array,
  intervalSeconds: number,
  calendar: Calendar,
): Uint32Array {
  const length = openTime.length;
  if (length < 2) return new Uint32Array(length);
  // One more than the days between, for both ends, and one for a day that daylight saving time shortens.
  const days = Math.floor((openTime[length - 1] - openTime[0]) / DAY_MILLISECONDS) + 4;
  const positions = new Uint32Array(Math.min(length, days));
  const endOfDay = dayEnds(intervalSeconds, calendar);
  const firstFrom = firstAtOrAfter(openTime, intervalSeconds * 1000);
  let count = 1;
  let index = firstFrom(endOfDay(openTime[0]), 0);
  while (index < length) {
    if (index > 1) positions[count++] = index - 1;
    index = firstFrom(endOfDay(openTime[index]), index);
  }
  positions[count++] = length - 1;
  return positions.subarray(0, count);
}

/**
 * Finds the first bar after `index` that opens at or after a time later than its own. It looks as far on as the last time, which
 * reads a day's bars without waiting for those of the day before; then where the bar is when none is missing, and goes on from there.
 */
function firstAtOrAfter(openTime: Float64Array, barMilliseconds: number) {
  const { length } = openTime;
  let step = 1;
  return (time: number, index: number): number => {
    const likely = index + step;
    if (likely < length && openTime[likely] >= time && openTime[likely - 1] < time) return likely;
    let next = Math.min(length, index + Math.ceil((time - openTime[index]) / barMilliseconds));
    while (next < length && openTime[next] < time) next++;
    while (openTime[next - 1] >= time) next--;
    step = next - index;
    return next;
  };
}

export function valuesAt(values: Float64Array, positions: Uint32Array): Float64Array {
  const found = new Float64Array(positions.length);
  for (let index = 0; index < found.length; index++) found[index] = values[positions[index]];
  return found;
}

/** value[i] / value[i-1] - 1. They end with the one that loses everything: nothing can be earned on 0. */
export function returnsOf(values: Float64Array): Float64Array {
  const returns = new Float64Array(Math.max(0, values.length - 1));
  for (let index = 1; index < values.length; index++) {
    if (values[index - 1] <= 0) return returns.slice(0, index - 1);
    returns[index - 1] = values[index] / values[index - 1] - 1;
  }
  return returns;
}

/** The calendar whose year has so many periods: the one that a run was annualised by, whatever its series has by now. */
export function calendarOfPeriods(
  { basis, periodsPerYear }: Omit<SampledReturns, 'returns'>,
  intervalSeconds: number,
): Calendar {
  const ofYear = (calendar: Calendar) =>
    basis === 'daily' ? tradingDaysPerYear(calendar) : barsPerYear(intervalSeconds, calendar);
  return CALENDARS.find((calendar) => ofYear(calendar) === periodsPerYear) ?? '24x7';
}
