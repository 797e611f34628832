import type { Calendar } from '../calendar/calendar';
import { type CandleGrid, gridOf } from './candle-grid';
import { stretchesFrom } from './expected-candles';
import { tradingWeekOf } from '../calendar/trading-week';

/**
 * How many candles do not open where their interval begins. Round the clock: at a multiple of the interval since 1970 UTC.
 * XNYS: inside a session, at an interval of the grid that most of the candles lie on (see gridOf); daily ones at 00:00 UTC
 * of a session's date. 24x5: inside the week, holidays included, at an interval of that grid; a daily candle of the hours of
 * Sunday is none of them. `openTimes` in ms, ascending.
 */
export function countOffGrid(openTimes: Float64Array, intervalSeconds: number, calendar: Calendar): number {
  const { length } = openTimes;
  if (length === 0) return 0;
  const milliseconds = intervalSeconds * 1000;
  let onGrid = 0;
  if (calendar === '24x7') {
    for (let index = 0; index < length; index++) if (openTimes[index] % milliseconds === 0) onGrid++;
    return length - onGrid;
  }
  const grid = gridOf(openTimes, intervalSeconds, calendar);
  if (calendar === '24x5') return length - countOnWeekGrid(openTimes, grid);
  const covered = { from: openTimes[0], to: openTimes[length - 1] + 1 };
  let index = 0;
  for (const { start, end } of stretchesFrom(covered, grid, Math.floor)) {
    while (index < length && openTimes[index] < start) index++;
    for (; index < length && openTimes[index] < end; index++) {
      if ((openTimes[index] - start) % milliseconds === 0) onGrid++;
    }
  }
  return length - onGrid;
}

function countOnWeekGrid(openTimes: Float64Array, { intervalMilliseconds, origin }: CandleGrid): number {
  let onGrid = 0;
  let week = tradingWeekOf(openTimes[0]);
  for (let index = 0; index < openTimes.length; index++) {
    const time = openTimes[index];
    if (time >= week.close) week = tradingWeekOf(time);
    const countedFrom = origin === 'session' ? week.open : 0;
    const isInside = time > week.open - intervalMilliseconds;
    if (isInside && (time - countedFrom) % intervalMilliseconds === 0) onGrid++;
  }
  return onGrid;
}
