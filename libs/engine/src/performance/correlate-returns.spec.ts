import { readSpxCandles } from '../../test/spx-candles';
import { type Calendar } from '../calendar/calendar';
import { correlateReturns } from './correlate-returns';
import { dailyReturns } from './daily-returns';

const { openTime, open, high, close } = readSpxCandles();
const DAILY = { intervalSeconds: 86_400, calendar: 'XNYS' } as const;
const HOURLY = { intervalSeconds: 3_600 } as const;
const EQUITY = [100, 101, 99, 104, 103, 108];

/** The account at the given times, the equity going on. */
function hours(calendar: Calendar, ...times: readonly string[]) {
  const openTimes = Float64Array.from(times, (time) => Date.parse(time));
  return { ...HOURLY, calendar, openTimes, equity: Float64Array.from(EQUITY.slice(0, times.length)) };
}

describe('the correlation of daily returns', () => {
  // pandas 3.1.1: pd.DataFrame({'a': close[:40].pct_change(), 'b': open[10:60].pct_change(), 'c': high[30:1000].pct_change()}).corr()
  const accounts = [
    { ...DAILY, openTimes: openTime.slice(0, 40), equity: close.slice(0, 40) },
    { ...DAILY, openTimes: openTime.slice(10, 60), equity: open.slice(10, 60) },
    { ...DAILY, openTimes: openTime.slice(30, 1_000), equity: high.slice(30, 1_000) },
  ].map(dailyReturns);

  it.each([
    [0, 1, -0.23627029214998058, 29],
    [0, 2, 0.2784152846578644, 9],
    [1, 2, 0.6070226959901643, 29],
  ])("is pandas' of curves %i and %i", (one, other, coefficient, commonDays) => {
    const expected = { coefficient: expect.closeTo(coefficient, 12), commonDays };
    expect(correlateReturns(accounts[one], accounts[other])).toEqual(expected);
    expect(correlateReturns(accounts[other], accounts[one])).toEqual(expected);
    expect(correlateReturns(accounts[one], accounts[one]).coefficient).toBeCloseTo(1, 14);
  });

  it('is null without two common days, and of an account that does not move', () => {
    const [first] = accounts;
    const still = { ...first, returns: new Float64Array(first.returns.length) };
    expect(correlateReturns(first, still)).toEqual({ coefficient: null, commonDays: 39 });
    const late = { days: first.days.slice(-1), returns: first.returns.slice(-1) };
    expect(correlateReturns(first, late)).toEqual({ coefficient: null, commonDays: 1 });
    const other = { ...DAILY, openTimes: openTime.slice(50, 90), equity: close.slice(50, 90) };
    expect(correlateReturns(first, dailyReturns(other)).commonDays).toBe(0);
  });
});

describe('the days of returns', () => {
  const datesOf = (curve: ReturnType<typeof hours>) =>
    Array.from(dailyReturns(curve).days, (day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

  it('are UTC days round the clock', () => {
    const curve = hours(
      '24x7',
      '2024-03-01T22:00Z',
      '2024-03-01T23:00Z',
      '2024-03-02T00:00Z',
      '2024-03-04T05:00Z',
    );
    expect(datesOf(curve)).toEqual(['2024-03-01', '2024-03-02', '2024-03-04']);
    expect([...dailyReturns(curve).returns]).toEqual([101 / 100 - 1, 99 / 101 - 1, 104 / 99 - 1]);
  });

  it('are the dates of sessions in New York, in summer and in winter', () => {
    const winter = hours('XNYS', '2024-01-04T19:30Z', '2024-01-04T20:30Z', '2024-01-05T14:30Z');
    expect(datesOf(winter)).toEqual(['2024-01-04', '2024-01-05']);
    const summer = hours('XNYS', '2024-07-03T13:30Z', '2024-07-05T13:30Z', '2024-07-05T19:30Z');
    expect(datesOf(summer)).toEqual(['2024-07-05']);
  });

  it('are the days of currencies, which begin at 17:00 in New York', () => {
    const curve = hours(
      '24x5',
      '2024-03-07T21:00Z',
      '2024-03-07T22:00Z',
      '2024-03-08T21:00Z',
      '2024-03-10T21:00Z',
    );
    expect(datesOf(curve)).toEqual(['2024-03-08', '2024-03-11']);
  });
});
