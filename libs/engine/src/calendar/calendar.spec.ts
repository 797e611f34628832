import { barsPerYear, calendarOf, CALENDARS, tradingDaysPerYear } from './calendar';

// The names and numbers are those of the contract's page on market data.
it('the exchange says by its name, in any case, when it trades', () => {
  for (const exchange of ['us', 'NYSE', 'NASDAQ', 'Arca', 'iex', 'BATS', 'amex']) {
    expect([exchange, calendarOf(exchange)]).toEqual([exchange, 'XNYS']);
  }
  for (const exchange of ['fx', 'Forex', 'OANDA', 'fxcm', 'Dukascopy']) {
    expect([exchange, calendarOf(exchange)]).toEqual([exchange, '24x5']);
  }
  for (const exchange of ['binance', 'coinbase', 'us ', 'constructor', '']) {
    expect([exchange, calendarOf(exchange)]).toEqual([exchange, '24x7']);
  }
});

it('a year has 365 days round the clock, 260 five days a week and 252 sessions', () => {
  expect(CALENDARS.map(tradingDaysPerYear)).toEqual([365, 260, 252]);
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

  it('five days a week are 24 hours of 260 days', () => {
    expect(barsPerYear(3_600, '24x5')).toBe(260 * 24);
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
