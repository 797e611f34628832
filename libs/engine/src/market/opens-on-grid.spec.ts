import { intervalSeconds } from './interval';
import { opensOnGrid } from './opens-on-grid';

const on = (time: string, interval: string, calendar: '24x7' | 'XNYS') =>
  opensOnGrid(Date.parse(time), intervalSeconds(interval as '1h'), calendar);

describe('opensOnGrid', () => {
  it.each([
    ['2024-01-01T00:00:00Z', '1d', true],
    ['2024-01-01T16:00:00Z', '1d', false],
    ['2024-01-01T12:00:00Z', '4h', true],
    ['2024-01-01T13:00:00Z', '4h', false],
    ['2024-01-01T13:00:07Z', '1m', false],
  ])('round the clock at %s for %s: %s', (time, interval, expected) => {
    expect(on(time, interval, '24x7')).toBe(expected);
  });

  // The NYSE trades from 09:30 to 16:00: 14:30 to 21:00 UTC in winter, 13:30 to 20:00 in summer. It was closed on Monday
  // 2024-01-15, and closed at 13:00 on Friday 2024-11-29 (https://www.nyse.com/markets/hours-calendars).
  it.each([
    ['2024-01-16T00:00:00Z', '1d', true],
    ['2024-01-15T00:00:00Z', '1d', false],
    ['2024-01-14T00:00:00Z', '1d', false],
    ['2024-01-16T14:30:00Z', '1d', false],
    ['2024-01-16T14:30:00Z', '1h', true],
    ['2024-07-16T13:30:00Z', '1h', true],
    ['2024-01-16T14:00:00Z', '1h', true],
    ['2024-01-16T13:00:00Z', '1h', false],
    ['2024-01-16T13:30:00Z', '1h', false],
    ['2024-01-16T20:30:00Z', '1h', true],
    ['2024-01-16T21:00:00Z', '1h', false],
    ['2024-01-16T14:45:00Z', '1h', false],
    ['2024-01-16T12:00:00Z', '4h', true],
    ['2024-01-16T13:00:00Z', '4h', true],
    ['2024-01-16T15:00:00Z', '4h', false],
    ['2024-11-29T17:59:00Z', '1m', true],
    ['2024-11-29T18:00:00Z', '1m', false],
  ])('in New York at %s for %s: %s', (time, interval, expected) => {
    expect(on(time, interval, 'XNYS')).toBe(expected);
  });
});
