import { DAY_MILLISECONDS } from '../calendar/day';
import { observationWarnings } from './observation-warnings';

const START = Date.parse('2024-01-01');

/** Open times of days, of the week's first so many. */
const days = (count: number, perWeek: number) =>
  Float64Array.from(
    { length: count },
    (_, index) => START + (Math.floor(index / perWeek) * 7 + (index % perWeek)) * DAY_MILLISECONDS,
  );

describe('observations a year', () => {
  // Five days a week are 5 / 7 * 365.25 = 260.9 a year; sqrt(365 / 260.9) = 1.183, sqrt(252 / 365.25) = 0.831.
  it('that are not those of the calendar come with the factor in the Sharpe ratio, true of a negative one as well', () => {
    expect(observationWarnings(days(1_001, 5), 86_400, '24x7')).toEqual([
      'the equity curve has 260.9 daily observations a year, the calendar of the series (24x7) 365: the Sharpe ratio is ' +
        '1.18 times the one annualised by what was observed',
    ]);
    expect(observationWarnings(days(1_001, 7), 86_400, 'XNYS')).toEqual([
      'the equity curve has 365.3 daily observations a year, the calendar of the series (XNYS) 252: the Sharpe ratio is ' +
        '0.83 times the one annualised by what was observed',
    ]);
  });

  it('of the calendar, or nearly, are as they should be', () => {
    expect(observationWarnings(days(1_001, 7), 86_400, '24x7')).toEqual([]);
    expect(observationWarnings(days(1_001, 5), 86_400, '24x5')).toEqual([]);
    expect(observationWarnings(days(1_001, 5), 86_400, 'XNYS')).toEqual([]);
  });

  it('are said nothing about below 60 of them', () => {
    expect(observationWarnings(days(60, 5), 86_400, '24x7')).toEqual([]);
    expect(observationWarnings(days(61, 5), 86_400, '24x7')).toHaveLength(1);
  });

  it('count a Sunday candle of currencies with Monday', () => {
    const sixDays = days(1_201, 6).map((time) => time - DAY_MILLISECONDS);
    expect(observationWarnings(sixDays, 86_400, '24x5')).toEqual([]);
    expect(observationWarnings(sixDays, 86_400, '24x7')).toHaveLength(1);
  });
});
