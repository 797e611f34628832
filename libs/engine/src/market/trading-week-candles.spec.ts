import { regularGrid } from './candle-grid';
import { expectationOf } from './candle-buckets';
import { countOffGrid } from './count-off-grid';
import { describeGaps } from './describe-gaps';
import { expectedOpenTimes } from './expected-candles';
import { opensOnGrid } from './opens-on-grid';

const HOUR = 3_600;
const DAY = 86_400;
const range = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
const times = (...texts: string[]) => Float64Array.from(texts, (text) => Date.parse(text));
const texts = (openTimes: Float64Array) =>
  Array.from(openTimes, (time) => new Date(time).toISOString().slice(5, 16));
const hours = (from: string, to: string) => expectedOpenTimes(range(from, to), HOUR, '24x5');

// Currencies trade from Sunday 17:00 to Friday 17:00 in New York: 22:00 UTC in winter, 21:00 in summer. 2024-01-15 is a Monday.
describe('expected candles five days a week', () => {
  it('of a day are Monday to Friday, but for 25 December and 1 January', () => {
    const days = expectedOpenTimes(range('2024-01-01', '2024-01-15'), DAY, '24x5');
    expect(texts(days).map((text) => text.slice(0, 5))).toEqual([
      ...['01-02', '01-03', '01-04', '01-05', '01-08', '01-09', '01-10', '01-11', '01-12'],
    ]);
    // 53 Mondays and Tuesdays, 52 of the others; both holidays fell on weekdays.
    expect(expectedOpenTimes(range('2024-01-01', '2025-01-01'), DAY, '24x5')).toHaveLength(262 - 2);
  });

  it('of an hour are those of the week, on the UTC grid', () => {
    const week = hours('2024-01-13', '2024-01-20');
    expect(week).toHaveLength(5 * 24);
    expect([texts(week)[0], texts(week).at(-1)]).toEqual(['01-14T22:00', '01-19T21:00']);
    expect(texts(hours('2024-07-13', '2024-07-15'))).toEqual([
      ...['07-14T21:00', '07-14T22:00', '07-14T23:00'],
    ]);
    // The weeks on whose Sunday the clock changes begin and end by the new time.
    expect(texts(hours('2024-03-09', '2024-03-10T23:00:00Z'))).toEqual(['03-10T21:00', '03-10T22:00']);
    expect(texts(hours('2024-11-02', '2024-11-04'))).toEqual(['11-03T22:00', '11-03T23:00']);
  });

  it('leave the holidays out, from 17:00 to 17:00', () => {
    const christmas = texts(hours('2024-12-24T20:00:00Z', '2024-12-26'));
    expect(christmas).toEqual(['12-24T20:00', '12-24T21:00', '12-25T22:00', '12-25T23:00']);
  });

  it('that are longer begin with the interval that holds the open', () => {
    const four = expectedOpenTimes(range('2024-01-12T12:00:00Z', '2024-01-15T04:00:00Z'), 4 * HOUR, '24x5');
    expect(texts(four)).toEqual(['01-12T12:00', '01-12T16:00', '01-12T20:00', '01-14T20:00', '01-15T00:00']);
  });

  it('of a shorter interval that complete a longer one end with the week', () => {
    const friday = expectationOf(Date.parse('2024-01-12'), {
      fromSeconds: HOUR,
      toSeconds: DAY,
      calendar: '24x5',
    });
    expect(friday).toEqual({
      candles: 22,
      first: Date.parse('2024-01-12'),
      end: Date.parse('2024-01-12T22:00:00Z'),
    });
    const saturday = Date.parse('2024-01-13');
    expect(expectationOf(saturday, { fromSeconds: HOUR, toSeconds: DAY, calendar: '24x5' })).toBeUndefined();
  });
});

describe('gaps five days a week', () => {
  it('are none over a weekend, and a Sunday candle makes up for no Monday', () => {
    const days = times('2024-01-11', '2024-01-12', '2024-01-14', '2024-01-16');
    expect(describeGaps(days, DAY, '24x5')).toMatchObject({
      expected: 4,
      missing: 1,
      outside: 1,
      ranges: [{ first: Date.parse('2024-01-15'), last: Date.parse('2024-01-15'), missing: 1 }],
    });
    expect(describeGaps(times('2024-01-12', '2024-01-15'), DAY, '24x5').missing).toBe(0);
  });

  it('join over a weekend, as candles in a row', () => {
    const around = times('2024-01-12T20:00:00Z', '2024-01-14T23:00:00Z');
    expect(describeGaps(around, HOUR, '24x5').ranges).toEqual([
      { first: Date.parse('2024-01-12T21:00:00Z'), last: Date.parse('2024-01-14T22:00:00Z'), missing: 2 },
    ]);
  });

  // OANDA's daily candles open at 17:00 in New York (its daily alignment), so an hour earlier in UTC in summer.
  it('are none where days open at 17:00 in New York', () => {
    const days = [
      ...['2024-03-06T22:00:00Z', '2024-03-07T22:00:00Z', '2024-03-10T21:00:00Z', '2024-03-11T21:00:00Z'],
    ];
    const gaps = describeGaps(times(...days), DAY, '24x5');
    expect(gaps).toMatchObject({ expected: 4, missing: 0, outside: 0, grid: { origin: 'session' } });
    expect(countOffGrid(times(...days), DAY, '24x5')).toBe(0);
    expect(regularGrid(DAY, '24x5').origin).toBe('utc');
  });
});

describe('the grid five days a week', () => {
  it.each([
    ['2024-01-14T00:00:00Z', DAY, true],
    ['2024-01-13T00:00:00Z', DAY, false],
    ['2024-01-15T00:00:00Z', DAY, true],
    ['2024-01-15T12:00:00Z', DAY, false],
    ['2024-01-14T22:00:00Z', DAY, true],
    ['2024-01-14T22:00:00Z', HOUR, true],
    ['2024-01-14T21:00:00Z', HOUR, false],
    ['2024-01-19T21:00:00Z', HOUR, true],
    ['2024-01-19T22:00:00Z', HOUR, false],
    ['2024-01-17T21:30:00Z', HOUR, false],
    ['2024-12-25T12:00:00Z', HOUR, true],
    ['2024-01-14T20:00:00Z', 4 * HOUR, true],
    ['2024-01-14T22:00:00Z', 4 * HOUR, true],
    ['2024-01-14T16:00:00Z', 4 * HOUR, false],
  ])('holds %s for candles of %i s: %s', (time, seconds, expected) => {
    expect(opensOnGrid(Date.parse(time), seconds, '24x5')).toBe(expected);
    const regular = seconds <= HOUR || Date.parse(time) % (seconds * 1000) === 0;
    if (regular) expect(countOffGrid(times(time), seconds, '24x5')).toBe(expected ? 0 : 1);
  });
});
