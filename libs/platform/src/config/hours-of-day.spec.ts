import { hoursOfDay, millisecondsLeft } from './hours-of-day';

const { parse } = hoursOfDay('HOURS');
const HOUR = 3_600_000;
const at = (time: string) => Date.parse(`2024-03-01T${time}Z`);

describe('hours of the day', () => {
  it('are read from text', () => {
    expect(parse('2-5')).toEqual({ from: 2, to: 5 });
    expect(parse('22-04')).toEqual({ from: 22, to: 4 });
    for (const text of ['2', '5-5', '2-25', '24-3', '-1-3', '2:00-5:00', 'a-b']) {
      expect(() => parse(text)).toThrow(
        `must be two hours of the day in UTC, such as 2-5 or 22-4, not "${text}"`,
      );
    }
  });

  it.each([
    ['2-5', '01:59:59', 0],
    ['2-5', '02:00:00', 3],
    ['2-5', '04:30:00', 0.5],
    ['2-5', '05:00:00', 0],
    ['22-4', '23:00:00', 5],
    ['22-4', '03:00:00', 1],
    ['22-4', '12:00:00', 0],
    ['0-24', '00:00:00', 24],
    ['0-24', '18:00:00', 6],
  ])('%s at %s go on for %d hours', (text, time, hours) => {
    expect(millisecondsLeft(parse(text)!, at(time))).toBe(hours * HOUR);
  });
});
