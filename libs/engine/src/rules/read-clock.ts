import { type BarTimes } from '../backtest/strategy';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS, mondayBasedWeekday } from '../calendar/day';
import { tradingDays } from '../calendar/day-ends';
import { newYorkOffsetAt } from '../calendar/new-york-clock';
import { type CandleColumns } from '../market/candle-columns';
import { type ClockName } from './rule-node';

/**
 * Of each bar, the hour in which it opens (0 to 23), and of the day that it belongs to the weekday (0 for Monday to 6) and the
 * day of the month. 24x7: by UTC. 24x5 and XNYS: by the clock of New York; a day of currencies begins at 17:00, and what opens
 * on Sunday evening is Monday's. A daily bar of XNYS opens at 0 of its session's date.
 */
export function readClock(
  name: ClockName,
  { openTime }: Pick<CandleColumns, 'openTime'>,
  { intervalSeconds, calendar }: BarTimes,
): Float64Array {
  if (name === 'hour') {
    const isDaily = calendar === 'XNYS' && intervalSeconds * 1000 >= DAY_MILLISECONDS;
    const offsetAt = calendar === '24x7' || isDaily ? () => 0 : newYorkOffsetAt;
    return openTime.map((time) => Math.floor((time - offsetAt(time)) / HOUR_MILLISECONDS) % 24);
  }
  const dayOf = tradingDays(intervalSeconds, calendar);
  return name === 'weekday'
    ? openTime.map((time) => mondayBasedWeekday(dayOf(time)))
    : openTime.map((time) => new Date(dayOf(time) * DAY_MILLISECONDS).getUTCDate());
}
