import { parseOpenTime } from './parse-open-time';

describe('parseOpenTime', () => {
  // GNU date: `date -u -d 2024-01-01 +%s` answers 1704067200.
  it.each([
    ['an RFC 3339 date-time', '2024-01-01T00:00:00Z'],
    ['a date-time with an offset', '2024-01-01T05:30:00+05:30'],
    ['a date-time with a space and no offset', '2024-01-01 00:00:00'],
    ['a date', '2024-01-01'],
    ['unix seconds', '1704067200'],
    ['unix milliseconds', '1704067200000'],
  ])('reads %s', (_, text) => {
    expect(parseOpenTime(text, '1d')).toBe(1_704_067_200_000);
  });

  it('reads the first second of all', () => {
    expect(parseOpenTime('0', '1m')).toBe(0);
  });

  it('refuses a date alone for candles shorter than a day, which would all fall on midnight', () => {
    expect(parseOpenTime('2024-01-01', '12h')).toBeUndefined();
  });

  it.each([
    ['a day that does not exist', '2024-02-30'],
    ['a day-first date', '01/02/2024'],
    ['unix microseconds', '1704067200000000'],
    ['unix seconds with a fraction', '1704067200.0'],
    ['a time before 1970 as a number', '-1'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(parseOpenTime(text, '1d')).toBeUndefined();
  });
});
