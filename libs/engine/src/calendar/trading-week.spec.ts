import { dayEnds } from './day-ends';
import { tradingDateOf, tradingDaysBetween, tradingWeekOf } from './trading-week';

const text = (time: number) => new Date(time).toISOString().slice(0, 16);
const dateOf = (time: string) => text(tradingDateOf(Date.parse(time))).slice(0, 10);

// New York is 5 hours behind UTC in winter and 4 in summer: the clock changed on 2024-03-10 at 07:00 and on 2024-11-03 at
// 06:00 UTC (15 U.S.C. 260a).
describe('the trading day of currencies', () => {
  it.each([
    ['2024-01-10T21:59:59Z', '2024-01-10'],
    ['2024-01-10T22:00:00Z', '2024-01-11'],
    ['2024-07-10T20:59:59Z', '2024-07-10'],
    ['2024-07-10T21:00:00Z', '2024-07-11'],
    ['2024-01-12T21:59:59Z', '2024-01-12'],
    // Outside the week: the next Monday's.
    ['2024-01-12T22:00:00Z', '2024-01-15'],
    ['2024-01-13T00:00:00Z', '2024-01-15'],
    ['2024-01-14T00:00:00Z', '2024-01-15'],
    ['2024-01-14T22:00:00Z', '2024-01-15'],
    ['2024-01-15T00:00:00Z', '2024-01-15'],
    ['2024-01-19T00:00:00Z', '2024-01-19'],
  ])('at %s is that of %s', (time, date) => {
    expect(dateOf(time)).toBe(date);
  });

  it('is five a week, from Sunday to Friday evening, through changes of the clock', () => {
    const weeks = ['2024-03-06', '2024-03-13', '2024-10-30', '2024-11-06'].map((day) => {
      const { open, close } = tradingWeekOf(Date.parse(day));
      return [text(open), text(close)];
    });
    expect(weeks).toEqual([
      ['2024-03-03T22:00', '2024-03-08T22:00'],
      ['2024-03-10T21:00', '2024-03-15T21:00'],
      ['2024-10-27T21:00', '2024-11-01T21:00'],
      ['2024-11-03T22:00', '2024-11-08T22:00'],
    ]);
  });

  it('is none on 25 December and 1 January', () => {
    const days = tradingDaysBetween(Date.parse('2024-12-23'), Date.parse('2025-01-04'));
    expect(days.map(({ date }) => text(date).slice(5, 10))).toEqual([
      ...['12-23', '12-24', '12-26', '12-27', '12-30', '12-31', '01-02', '01-03'],
    ]);
    expect([text(days[2].open), text(days[2].close)]).toEqual(['2024-12-25T22:00', '2024-12-26T22:00']);
  });
});

describe('the day of a bar ends', () => {
  const end = (calendar: '24x7' | '24x5' | 'XNYS', seconds: number, time: string) =>
    text(dayEnds(seconds, calendar)(Date.parse(time)));

  it('with the UTC day round the clock', () => {
    expect(end('24x7', 3_600, '2024-01-10T22:00:00Z')).toBe('2024-01-11T00:00');
  });

  it('at 17:00 in New York five days a week', () => {
    expect(end('24x5', 3_600, '2024-01-10T21:00:00Z')).toBe('2024-01-10T22:00');
    expect(end('24x5', 3_600, '2024-07-14T21:00:00Z')).toBe('2024-07-15T21:00');
    expect(end('24x5', 86_400, '2024-01-14T00:00:00Z')).toBe('2024-01-15T22:00');
  });

  it('with the UTC date of a daily bar of shares, and the New York date of a shorter one', () => {
    expect(end('XNYS', 86_400, '2024-01-10T00:00:00Z')).toBe('2024-01-11T00:00');
    // 19:00 on 10 January after the session, and 20:00 on 10 July.
    expect(end('XNYS', 3_600, '2024-01-11T00:00:00Z')).toBe('2024-01-11T05:00');
    expect(end('XNYS', 3_600, '2024-07-11T00:00:00Z')).toBe('2024-07-11T04:00');
    // The days on which the clock changes have 23 and 25 hours.
    expect(end('XNYS', 3_600, '2024-03-10T05:00:00Z')).toBe('2024-03-11T04:00');
    expect(end('XNYS', 3_600, '2024-11-03T04:00:00Z')).toBe('2024-11-04T05:00');
  });
});
