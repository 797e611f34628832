import { formatDate, formatDateTime, parseDate, parseDateTime } from './parse-time';

describe('parseDateTime', () => {
  // The examples of RFC 3339 section 5.8; the instants are GNU date's (`date -u -d … '+%s + .%3N'`).
  it.each([
    ['1985-04-12T23:20:50.52Z', 482_196_050_520],
    ['1996-12-19T16:39:57-08:00', 851_042_397_000],
    ['1996-12-20T00:39:57Z', 851_042_397_000],
    ['1937-01-01T12:00:27.87+00:20', -1_041_337_172_130],
  ])('reads the RFC 3339 example %s', (text, time) => {
    expect(parseDateTime(text)).toBe(time);
  });

  // GNU date's instants.
  it.each([
    ['no offset as UTC', '2024-01-01T00:00:00', 1_704_067_200_000],
    ['small letters', '2024-01-01t00:00:00z', 1_704_067_200_000],
    ['a space between date and time', '2024-01-01 00:00:00', 1_704_067_200_000],
    ['an unknown local offset as UTC', '2024-01-01T00:00:00-00:00', 1_704_067_200_000],
    ['the widest offset', '2024-01-01T00:00:00+23:59', 1_703_980_860_000],
    ['29 February of a leap year', '2024-02-29T12:00:00Z', 1_709_208_000_000],
    ['the first second', '0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['the last second', '9999-12-31T23:59:59Z', 253_402_300_799_000],
    ['a year below 100', '0099-12-31T00:00:00Z', -59_011_545_600_000],
  ])('reads %s', (_, text, time) => {
    expect(parseDateTime(text)).toBe(time);
  });

  it('cuts off what is finer than a millisecond', () => {
    expect(parseDateTime('2024-01-01T00:00:00.123999999Z')).toBe(1_704_067_200_123);
  });

  it.each([
    ['a leap second (RFC 3339 example)', '1990-12-31T23:59:60Z'],
    ['a leap second with an offset (RFC 3339 example)', '1990-12-31T15:59:60-08:00'],
    ['hour 24', '2024-01-01T24:00:00Z'],
    ['minute 60', '2024-01-01T00:60:00Z'],
    ['a day the month does not have', '2024-04-31T00:00:00Z'],
    ['29 February of a common year', '2023-02-29T00:00:00Z'],
    ['29 February of 1900', '1900-02-29T00:00:00Z'],
    ['month 13', '2024-13-01T00:00:00Z'],
    ['month 0', '2024-00-01T00:00:00Z'],
    ['day 0', '2024-01-00T00:00:00Z'],
    ['day 366', '2024-366T00:00:00Z'],
    ['year 0', '0000-01-01T00:00:00Z'],
    ['year 0 by its offset', '0001-01-01T00:00:00+00:01'],
    ['year 10000 by its offset', '9999-12-31T23:59:59-00:01'],
    ['an offset of a day', '2024-01-01T00:00:00+24:00'],
    ['an offset without a colon', '2024-01-01T00:00:00+0100'],
    ['an offset whose plus a query string made a space', '2024-01-01T00:00:00 01:00'],
    ['no seconds', '2024-01-01T00:00Z'],
    ['an empty fraction', '2024-01-01T00:00:00.Z'],
    ['a fraction after a comma', '2024-01-01T00:00:00,5Z'],
    ['a date alone', '2024-01-01'],
    ['the basic form', '20240101T000000Z'],
    ['a signed year', '+02024-01-01T00:00:00Z'],
    ['a space before', ' 2024-01-01T00:00:00Z'],
    ['a line break after it', '2024-01-01T00:00:00Z\n'],
    ['digits of another script', '２０２４-01-01T00:00:00Z'],
    ['a number', '1704067200000'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });
});

describe('parseDate', () => {
  it.each([
    ['1970-01-01', 0],
    ['2024-02-29', 1_709_164_800_000],
    ['0001-01-01', -62_135_596_800_000],
    ['9999-12-31', 253_402_214_400_000],
  ])('reads %s', (text, time) => {
    expect(parseDate(text)).toBe(time);
  });

  it.each(['2023-02-29', '2024-366', '2024-1-1', '0000-01-01', '2024-01-01T00:00:00Z', '01/02/2024', ''])(
    'refuses "%s"',
    (text) => {
      expect(parseDate(text)).toBeUndefined();
    },
  );
});

describe('formatDateTime', () => {
  it.each([
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    ['2024-01-01T01:00:00.5+01:00', '2024-01-01T00:00:00.500Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ])('writes %s as %s', (text, written) => {
    expect(formatDateTime(parseDateTime(text)!)).toBe(written);
  });
});

describe('formatDate', () => {
  it('writes the UTC day', () => {
    expect(formatDate(parseDateTime('2024-01-01T00:30:00+01:00')!)).toBe('2023-12-31');
  });
});
