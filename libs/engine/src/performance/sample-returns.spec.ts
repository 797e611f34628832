import { positionsOfDays, returnsOf, sampleReturns, valuesAt } from './sample-returns';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);
const hours = (...offsets: number[]) => Float64Array.from(offsets, (offset) => START + offset * HOUR);

describe('values at the positions of days', () => {
  const sampleDailyEquity = (openTime: Float64Array, equity: Float64Array) =>
    valuesAt(equity, positionsOfDays(openTime, 3_600, '24x7'));

  it('takes the first value, then the last of each UTC day', () => {
    const openTime = hours(0, 12, 23, 24, 47, 48);
    expect(Array.from(sampleDailyEquity(openTime, Float64Array.of(100, 101, 102, 103, 104, 105)))).toEqual([
      100, 102, 104, 105,
    ]);
  });

  it('leaves a day of one bar at the start out, as it has made no return yet', () => {
    expect(Array.from(sampleDailyEquity(hours(0, 24, 48), Float64Array.of(100, 101, 102)))).toEqual([
      100, 101, 102,
    ]);
    expect(Array.from(sampleDailyEquity(hours(23, 24, 25), Float64Array.of(100, 101, 102)))).toEqual([
      100, 102,
    ]);
  });

  // 2024-01-05 is a Friday; New York closes at 22:00 UTC in January.
  it('takes the last value of each New York day five days a week, Sunday with Monday', () => {
    const texts = ['05T20:00', '05T21:00', '07T22:00', '07T23:00', '08T00:00', '08T21:00', '08T22:00'];
    const openTime = Float64Array.from(texts, (text) => Date.parse(`2024-01-${text}Z`));
    expect(Array.from(positionsOfDays(openTime, 3_600, '24x5'))).toEqual([0, 1, 5, 6]);
    expect(Array.from(positionsOfDays(openTime, 3_600, '24x7'))).toEqual([0, 1, 3, 6]);
    const days = Float64Array.from(['05', '07', '08', '09'], (day) => Date.parse(`2024-01-${day}`));
    expect(Array.from(positionsOfDays(days, 86_400, '24x5'))).toEqual([0, 2, 3]);
  });

  it('takes the last value of each New York date of shares, after the session as well', () => {
    const texts = ['08T14:30', '09T00:30', '09T14:30', '09T21:00'];
    const openTime = Float64Array.from(texts, (text) => Date.parse(`2024-01-${text}Z`));
    expect(Array.from(positionsOfDays(openTime, 1_800, 'XNYS'))).toEqual([0, 1, 3]);
  });

  it('takes the last value of a day whose bars are closer together than their interval, and after a gap', () => {
    const quarters = Float64Array.from({ length: 8 }, (_, index) => START + (index * HOUR) / 4);
    const openTime = Float64Array.of(...quarters, ...hours(23.5, 24, 24.25, 72, 95));
    expect(Array.from(positionsOfDays(openTime, 3_600, '24x7'))).toEqual([0, 8, 10, 12]);
  });

  it('does not fill days without bars', () => {
    expect(Array.from(sampleDailyEquity(hours(0, 1, 240, 241), Float64Array.of(100, 101, 102, 103)))).toEqual(
      [100, 101, 103],
    );
  });

  it('works before 1970 and on next to nothing', () => {
    const before = Float64Array.of(-25 * HOUR, -24 * HOUR, -HOUR, 0);
    expect(Array.from(sampleDailyEquity(before, Float64Array.of(1, 2, 3, 4)))).toEqual([1, 3, 4]);
    expect(Array.from(sampleDailyEquity(hours(0), Float64Array.of(1)))).toEqual([1]);
    expect(sampleDailyEquity(hours(), Float64Array.of())).toHaveLength(0);
  });
});

describe('returnsOf', () => {
  it('ends with the return that loses everything', () => {
    expect(Array.from(returnsOf(Float64Array.of(100, 150, 0, 0, 0)))).toEqual([0.5, -1]);
  });

  it('is empty for fewer than two values', () => {
    expect(returnsOf(Float64Array.of(1))).toHaveLength(0);
    expect(returnsOf(Float64Array.of())).toHaveLength(0);
  });
});

describe('sampleReturns', () => {
  const rising = (length: number) => Float64Array.from({ length }, (_, index) => 100 + index);
  const everyHour = (length: number) => hours(...Array.from({ length }, (_, index) => index));

  it('is daily from 10 daily returns on, annualised by 365 days or 252 sessions', () => {
    const sampled = sampleReturns(everyHour(240), rising(240), 3_600, '24x7');
    expect(sampled).toMatchObject({ basis: 'daily', periodsPerYear: 365 });
    expect(sampled.returns).toHaveLength(10);
    expect(sampleReturns(everyHour(240), rising(240), 3_600, 'XNYS').periodsPerYear).toBe(252);
  });

  it('is by bar in a shorter intraday run, annualised by the bars of a year', () => {
    const sampled = sampleReturns(everyHour(216), rising(216), 3_600, '24x7');
    expect(sampled).toMatchObject({ basis: 'bar', periodsPerYear: 365 * 24 });
    expect(sampled.returns).toHaveLength(215);
    expect(sampleReturns(everyHour(190), rising(190), 1_800, 'XNYS').periodsPerYear).toBe(252 * 13);
    expect(sampleReturns(everyHour(190), rising(190), 43_200, 'XNYS').periodsPerYear).toBe(252);
  });

  it('stays daily for a short run of daily bars', () => {
    expect(sampleReturns(hours(0, 24, 48), rising(3), 86_400, '24x7').basis).toBe('daily');
  });
});
