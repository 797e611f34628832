import { randomWalkCandles } from '../../test/random-walk-candles';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { runBacktest } from '../backtest/run-backtest';
import { type Calendar } from '../calendar/calendar';
import { compileRules } from './compile-rules';
import { readClock } from './read-clock';

it.each<[Calendar, number, string, hour: number, weekday: number, day: number]>([
  ['24x7', 3_600, '2024-03-10T07:00:00Z', 7, 6, 10],
  // 09:30 in New York, before and after the clock changed.
  ['XNYS', 1_800, '2024-03-08T14:30:00Z', 9, 4, 8],
  ['XNYS', 1_800, '2024-03-11T13:30:00Z', 9, 0, 11],
  ['XNYS', 86_400, '2024-07-01T00:00:00Z', 0, 0, 1],
  // Sunday 17:00 in New York begins Monday, the last day of a month the first of the next.
  ['24x5', 3_600, '2024-03-10T21:00:00Z', 17, 0, 11],
  ['24x5', 3_600, '2024-04-30T20:00:00Z', 16, 1, 30],
  ['24x5', 3_600, '2024-04-30T21:00:00Z', 17, 2, 1],
])('knows the clock of %s at %i s: %s', (calendar, intervalSeconds, time, hour, weekday, day) => {
  const openTime = Float64Array.of(Date.parse(time));
  const read = (name: 'hour' | 'weekday' | 'day_of_month') =>
    readClock(name, { openTime }, { intervalSeconds, calendar })[0];
  expect([read('hour'), read('weekday'), read('day_of_month')]).toEqual([hour, weekday, day]);
});

it('enters by the clock', () => {
  const rules = { entry_long: { eq: [{ hour: {} }, 9] }, exit_long: { eq: ['hour', 15] } };
  const { trades } = runBacktest({
    candles: randomWalkCandles(900, 21, 3_600),
    tradeFrom: 0,
    intervalSeconds: 3_600,
    calendar: '24x7',
    ...compileRules({ rules }),
    execution: PLAIN_EXECUTION,
  });
  const hours = trades.map(({ entryTime, exitTime }) =>
    [entryTime, exitTime].map((time) => new Date(time).getUTCHours()),
  );
  expect(hours.length).toBeGreaterThan(30);
  // Decided at the close of the bar that opens at 9, filled at the next open.
  expect(new Set(hours.slice(0, -1).map(String))).toEqual(new Set(['10,16']));
});
