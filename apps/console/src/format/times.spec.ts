import { duration, timeFormat } from './times';

describe('timeFormat', () => {
  it('writes UTC with its name', () => {
    const { time, minute, date, zone } = timeFormat('UTC');
    expect(time('2026-01-31T23:45:06Z')).toBe('2026-01-31 23:45:06 UTC');
    expect(minute('2026-01-31T00:00:00Z')).toBe('2026-01-31 00:00');
    expect(date('2026-01-31T23:45:06Z')).toBe('2026-01-31');
    expect(zone).toBe('UTC');
  });

  // IANA time zone database: Asia/Kolkata is 5 hours 30 minutes ahead of UTC all year, New York 4 hours behind UTC in July.
  it.each([
    ['Asia/Kolkata', '2026-02-01 05:15', '2026-01-31T23:45:00Z'],
    ['America/New_York', '2026-07-01 20:00', '2026-07-02T00:00:00Z'],
  ])('writes the time of %s', (timeZone, text, time) => {
    const { minute, zone } = timeFormat(timeZone);
    expect([minute(time), zone]).toEqual([text, timeZone]);
  });
});

describe('duration', () => {
  it.each([
    [0, '0 seconds'],
    [59.6, '1 minute'],
    [3_661, '1 hour 1 minute'],
    [252_892_800, '2927 days'],
    [null, '–'],
  ])('writes %p seconds', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});
