import { barsPerYear, calendarOf, tradingDaysPerYear } from './calendar';

it('shares trade in sessions, everything else round the clock', () => {
  expect(['us', 'nyse', 'nasdaq', 'arca', 'iex'].map(calendarOf)).toEqual(Array(5).fill('XNYS'));
  expect(['binance', 'US', 'coinbase', ''].map(calendarOf)).toEqual(Array(4).fill('24x7'));
});

it('a year has 365 days round the clock and 252 sessions', () => {
  expect([tradingDaysPerYear('24x7'), tradingDaysPerYear('XNYS')]).toEqual([365, 252]);
});

describe('the bars of a year', () => {
  it.each([
    [60, 525_600],
    [3_600, 8_760],
    [43_200, 730],
    [86_400, 365],
  ])('of %i s round the clock are %i', (seconds, bars) => {
    expect(barsPerYear(seconds, '24x7')).toBe(bars);
  });

  // A full session of exchange_calendars' XNYS, cut by its trading_index: 390, 78, 13, 7, 4, 2, 2 and 1 bars.
  it.each([
    [60, 390],
    [300, 78],
    [1_800, 13],
    [3_600, 7],
    [7_200, 4],
    [14_400, 2],
    [21_600, 2],
    [43_200, 1],
    [86_400, 1],
  ])('of %i s in sessions are 252 times %i', (seconds, bars) => {
    expect(barsPerYear(seconds, 'XNYS')).toBe(252 * bars);
  });
});
