import { type Calendar } from '../calendar/calendar';
import { DAY_MILLISECONDS, weekOf } from '../calendar/day';
import { tradingDays } from '../calendar/day-ends';
import { type CALENDAR_REBALANCES, type RebalanceRule } from './portfolio-settings';

/**
 * The bars at whose close weights are decided, ascending: the first of the run, then as the rule says, never the last. A
 * drift rule has the first alone: the others depend on what is held.
 */
export function scheduleDecisions(
  openTime: Float64Array,
  first: number,
  rule: RebalanceRule,
  intervalSeconds: number,
  calendar: Calendar,
): Int32Array {
  const last = openTime.length - 1;
  const bars: number[] = [];
  const decide = (bar: number) => {
    if (bar < last) bars.push(bar);
  };
  decide(first);
  if (rule.kind === 'bars') {
    for (let bar = first + rule.bars; bar < last; bar += rule.bars) decide(bar);
  } else if (rule.kind === 'calendar') {
    const periodOf = calendarPeriods(rule.every, intervalSeconds, calendar);
    let period = periodOf(openTime[first]);
    for (let bar = first + 1; bar < last; bar++) {
      const next = periodOf(openTime[bar]);
      if (next !== period) decide(bar);
      period = next;
    }
  }
  return Int32Array.from(bars);
}

/** A number for the day, ISO week, month or quarter that a bar opens in, by the days of the calendar; bars come in their order. */
function calendarPeriods(
  every: (typeof CALENDAR_REBALANCES)[number],
  intervalSeconds: number,
  calendar: Calendar,
): (openTime: number) => number {
  const dayOf = tradingDays(intervalSeconds, calendar);
  let [month, monthEnds] = [0, -Infinity];
  const monthOf = (time: number) => {
    const day = dayOf(time) * DAY_MILLISECONDS;
    if (day < monthEnds) return month;
    const date = new Date(day);
    month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    monthEnds = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    return month;
  };
  switch (every) {
    case 'daily':
      return dayOf;
    case 'weekly':
      return (time) => weekOf(dayOf(time));
    case 'monthly':
      return monthOf;
    case 'quarterly':
      return (time) => Math.floor(monthOf(time) / 3);
  }
}
