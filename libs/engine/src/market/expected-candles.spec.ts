import { readFixture } from '../../test/read-fixture';
import { regularGrid, type SessionOrigin } from './candle-grid';
import { expectedOpenTimes, type TimeRange } from './expected-candles';
import { sessionsBetween } from '../calendar/xnys-sessions';

/** What bench/peers/exchange_calendars_xnys.py printed: exchange_calendars' own bars (`trading_index`). */
interface Fixture {
  readonly bars: {
    readonly number_in_2024_by_minutes: Readonly<Record<string, number>>;
    readonly july_2_to_5_by_minutes: Readonly<Record<string, readonly string[]>>;
  };
}

const { bars } = readFixture('market', 'xnys-sessions') as Fixture;
const range = (from: string, to: string): TimeRange => ({ from: Date.parse(from), to: Date.parse(to) });
const texts = (times: Float64Array) =>
  Array.from(times, (time) => new Date(time).toISOString().replace('.000Z', 'Z'));

function sessionHours(from: string, to: string, hours: number, origin: SessionOrigin): string[] {
  const grid = { ...regularGrid(hours * 3_600, 'XNYS'), origin };
  return texts(expectedOpenTimes(range(from, to), hours * 3_600, 'XNYS', grid)).map((text) =>
    text.slice(5, 16),
  );
}

describe('expected candles in sessions', () => {
  it.each(Object.entries(bars.number_in_2024_by_minutes))(
    "of %s minutes are in 2024 as many as exchange_calendars' bars: %i",
    (minutes, count) => {
      const times = expectedOpenTimes(range('2024-01-01', '2025-01-01'), Number(minutes) * 60, 'XNYS');
      expect(times).toHaveLength(count);
    },
  );

  it.each(Object.entries(bars.july_2_to_5_by_minutes))(
    "of %s minutes are exchange_calendars' bars around an early close and a holiday",
    (minutes, expected) => {
      const times = expectedOpenTimes(range('2024-07-02', '2024-07-06'), Number(minutes) * 60, 'XNYS');
      expect(texts(times)).toEqual(expected);
    },
  );

  it('of a day are the dates of the sessions', () => {
    const all = range('1970-01-01', '2028-01-01');
    const dates = sessionsBetween(all.from, all.to).map(({ date }) => date);
    expect(Array.from(expectedOpenTimes(all, 86_400, 'XNYS'))).toEqual(dates);
  });

  // By hand: 09:30 to 16:00 in New York is 14:30 to 21:00 UTC in January and 13:30 to 20:00 UTC in July.
  it('begin with the interval that holds the open, wherever intervals are counted from', () => {
    expect(sessionHours('2024-07-03', '2024-07-04', 1, 'utc')).toEqual([
      ...['07-03T13:00', '07-03T14:00', '07-03T15:00', '07-03T16:00'],
    ]);
    expect(sessionHours('2024-01-03', '2024-01-04', 4, 'utc')).toEqual([
      ...['01-03T12:00', '01-03T16:00', '01-03T20:00'],
    ]);
    expect(sessionHours('2024-07-02', '2024-07-03', 4, 'utc')).toEqual(['07-02T12:00', '07-02T16:00']);
    expect(sessionHours('2024-01-03', '2024-01-04', 4, 'new_york')).toEqual(['01-03T13:00', '01-03T17:00']);
    expect(sessionHours('2024-01-03', '2024-01-04', 12, 'session')).toEqual(['01-03T14:30']);
  });

  it('open inside the range: its start included, its end not', () => {
    const hours = (from: string, to: string) => sessionHours(from, to, 1, 'session');
    expect(hours('2024-07-02T18:30:00Z', '2024-07-03T13:30:00Z')).toEqual(['07-02T18:30', '07-02T19:30']);
    expect(hours('2024-07-02T18:30:00.001Z', '2024-07-03T13:30:00.001Z')).toEqual([
      ...['07-02T19:30', '07-03T13:30'],
    ]);
    expect(hours('2024-07-02T19:31:00Z', '2024-07-03T13:30:00Z')).toEqual([]);
    expect(hours('2024-07-06', '2024-07-08')).toEqual([]);
  });
});

describe('expected candles round the clock', () => {
  const hours = (from: string, to: string, phase = 0) =>
    texts(expectedOpenTimes(range(from, to), 3_600, '24x7', { ...regularGrid(3_600, '24x7'), phase })).map(
      (text) => text.slice(11, 19),
    );

  it('are every interval that opens inside the range: its start included, its end not', () => {
    expect(hours('2024-01-01T01:00:00Z', '2024-01-01T03:00:00Z')).toEqual(['01:00:00', '02:00:00']);
    expect(hours('2024-01-01T00:59:59Z', '2024-01-01T03:00:01Z')).toEqual([
      ...['01:00:00', '02:00:00', '03:00:00'],
    ]);
    expect(hours('2024-01-01T01:00:01Z', '2024-01-01T02:00:00Z')).toEqual([]);
    expect(hours('2024-01-01T02:00:00Z', '2024-01-01T01:00:00Z')).toEqual([]);
  });

  it('keep the distance of their grid from multiples of the interval', () => {
    expect(hours('2024-01-01T01:00:00Z', '2024-01-01T03:00:00Z', 60_000)).toEqual(['01:01:00', '02:01:00']);
  });
});
