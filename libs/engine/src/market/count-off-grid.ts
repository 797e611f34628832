import type { Calendar } from './calendar';
import { gridOf } from './candle-grid';
import { stretchesFrom } from './expected-candles';

/**
 * How many candles do not open where their interval begins. Round the clock: at a multiple of the interval since 1970 UTC.
 * XNYS: inside a session, at an interval of the grid that most of the candles lie on (see gridOf); daily ones at 00:00 UTC
 * of a session's date. `openTimes` in ms, ascending.
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
