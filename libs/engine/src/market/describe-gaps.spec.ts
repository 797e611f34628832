import { readSpxCandles } from '../../test/spx-candles';
import { type Calendar } from '../calendar/calendar';
import { regularGrid, type SessionOrigin } from './candle-grid';
import { describeGaps, type GapOptions } from './describe-gaps';
import { expectedOpenTimes } from './expected-candles';

const HOUR = 3_600;
const DAY = 86_400;
const times = (...texts: string[]) => Float64Array.from(texts, (text) => Date.parse(text));
const range = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
const without = (openTimes: Float64Array, ...texts: string[]) => {
  const dropped = new Set(texts.map((text) => Date.parse(text)));
  return openTimes.filter((time) => !dropped.has(time));
};

/** [first, last, missing] of each range, in text. */
function rangesOf(openTimes: Float64Array, seconds: number, calendar: Calendar, options?: GapOptions) {
  const text = (time: number) => new Date(time).toISOString().replace(/:00\.000Z|T00:00:00\.000Z/, '');
  const { ranges } = describeGaps(openTimes, seconds, calendar, options);
  return ranges.map(({ first, last, missing }) => [text(first), text(last), missing]);
}

describe('the S&P 500 from 2000-01-03 to 2020-04-17', () => {
  const { openTime } = readSpxCandles();

  it('has a candle for each of 5,105 sessions and none besides', () => {
    expect(describeGaps(openTime, DAY, 'XNYS')).toEqual({
      grid: regularGrid(DAY, 'XNYS'),
      expected: 5_105,
      missing: 0,
      ranges: [],
      rangeCount: 0,
      outside: 0,
    });
  });

  it('lacks what is taken out, weekends and holidays not counted', () => {
    const gapped = without(openTime, '2000-01-07', '2000-01-10', '2001-09-10', '2001-09-17', '2020-04-09');
    expect(describeGaps(gapped, DAY, 'XNYS')).toMatchObject({ expected: 5_105, missing: 5, rangeCount: 3 });
    expect(rangesOf(gapped, DAY, 'XNYS')).toEqual([
      ['2000-01-07', '2000-01-10', 2],
      ['2001-09-10', '2001-09-17', 2],
      ['2020-04-09', '2020-04-09', 1],
    ]);
  });
});

describe('gaps round the clock', () => {
  const hours = times('2024-01-01T00:00Z', '2024-01-01T01:00Z', '2024-01-01T04:00Z', '2024-01-01T06:00Z');

  it('are the intervals without a candle from the first to the last', () => {
    expect(describeGaps(hours, HOUR, '24x7')).toMatchObject({ expected: 7, missing: 3, outside: 0 });
    expect(rangesOf(hours, HOUR, '24x7')).toEqual([
      ['2024-01-01T02:00', '2024-01-01T03:00', 2],
      ['2024-01-01T05:00', '2024-01-01T05:00', 1],
    ]);
  });

  it('reach to the ends of a range that is given', () => {
    const options = { range: range('2023-12-31T22:00Z', '2024-01-01T09:00Z') };
    expect(describeGaps(hours, HOUR, '24x7', options)).toMatchObject({ expected: 11, missing: 7 });
    expect(rangesOf(hours, HOUR, '24x7', options)).toEqual([
      ['2023-12-31T22:00', '2023-12-31T23:00', 2],
      ['2024-01-01T02:00', '2024-01-01T03:00', 2],
      ['2024-01-01T05:00', '2024-01-01T05:00', 1],
      ['2024-01-01T07:00', '2024-01-01T08:00', 2],
    ]);
  });

  it('are listed up to a limit and counted beyond it', () => {
    expect(describeGaps(hours, HOUR, '24x7', { rangeLimit: 1 })).toMatchObject({ missing: 3, rangeCount: 2 });
    expect(rangesOf(hours, HOUR, '24x7', { rangeLimit: 1 })).toEqual([
      ['2024-01-01T02:00', '2024-01-01T03:00', 2],
    ]);
    expect(rangesOf(hours, HOUR, '24x7', { rangeLimit: 0 })).toEqual([]);
  });

  it('are filled by a candle that opens late, but once only', () => {
    const late = times('2024-01-01T00:00Z', '2024-01-01T00:30Z', '2024-01-01T01:10Z', '2024-01-01T03:00Z');
    expect(rangesOf(late, HOUR, '24x7')).toEqual([['2024-01-01T02:00', '2024-01-01T02:00', 1]]);
  });

  it('are counted where most candles lie: days can start at 16:00 UTC', () => {
    const days = times('2024-01-01T16:00Z', '2024-01-02T16:00Z', '2024-01-04T16:00Z');
    expect(rangesOf(days, DAY, '24x7')).toEqual([['2024-01-03T16:00', '2024-01-03T16:00', 1]]);
    const stray = times('2024-01-01T16:00Z', '2024-01-02', '2024-01-04');
    expect(rangesOf(stray, DAY, '24x7')).toEqual([['2024-01-03', '2024-01-03', 1]]);
  });

  it('of a series without candles are all of the range, or nothing', () => {
    expect(describeGaps(times(), HOUR, '24x7')).toMatchObject({ expected: 0, missing: 0, rangeCount: 0 });
    const options = { range: range('2024-01-01', '2024-01-02') };
    expect(rangesOf(times(), HOUR, '24x7', options)).toEqual([['2024-01-01', '2024-01-01T23:00', 24]]);
    expect(describeGaps(times('2024-01-01'), HOUR, '24x7')).toMatchObject({ expected: 1, missing: 0 });
  });
});

describe('gaps in sessions', () => {
  const week = range('2024-07-02', '2024-07-06');
  const onGrid = (origin: SessionOrigin, seconds: number, days = week) =>
    expectedOpenTimes(days, seconds, 'XNYS', { ...regularGrid(seconds, 'XNYS'), origin });

  it('go on over nights, holidays and whole sessions', () => {
    const minutes = expectedOpenTimes(week, 60, 'XNYS');
    const from = Date.parse('2024-07-02T19:58:00Z');
    const to = Date.parse('2024-07-05T13:32:00Z');
    const gapped = minutes.filter((time) => time < from || time >= to);
    // 2 minutes to the close at 20:00, 3.5 hours on the 3rd, the holiday, 2 minutes from the open at 13:30.
    expect(describeGaps(gapped, 60, 'XNYS')).toMatchObject({ expected: 990, missing: 214, rangeCount: 1 });
    expect(rangesOf(gapped, 60, 'XNYS')).toEqual([['2024-07-02T19:58', '2024-07-05T13:31', 214]]);
    expect(describeGaps(gapped, 60, 'XNYS', { rangeLimit: 0 })).toMatchObject({ missing: 214, ranges: [] });
  });

  it.each(['session', 'utc', 'new_york'] as const)('are counted on the grid of the candles: %s', (origin) => {
    for (const hours of [1, 2, 4, 6, 12]) {
      const complete = onGrid(origin, hours * HOUR, range('2024-01-01', '2025-01-01'));
      expect(describeGaps(complete, hours * HOUR, 'XNYS')).toMatchObject({
        expected: complete.length,
        missing: 0,
        outside: 0,
      });
    }
  });

  it('are none where candles open on the hour and only the first opens with the session', () => {
    const hours = onGrid('utc', HOUR).map((time, index) =>
      index % 7 === 0 && index < 7 ? time + 1_800_000 : time,
    );
    expect(new Date(hours[0]).toISOString()).toBe('2024-07-02T13:30:00.000Z');
    expect(describeGaps(hours, HOUR, 'XNYS')).toMatchObject({ expected: 18, missing: 0, outside: 0 });
  });

  it('are not filled by candles before the open, after the close or on days without a session', () => {
    const regular = without(expectedOpenTimes(week, HOUR, 'XNYS'), '2024-07-02T19:30:00Z');
    const others = times('2024-07-02T12:30Z', '2024-07-02T20:00Z', '2024-07-03T17:30Z', '2024-07-04T14:30Z');
    const mixed = Float64Array.from([...regular, ...others]).sort();
    expect(describeGaps(mixed, HOUR, 'XNYS')).toMatchObject({ expected: 18, missing: 1, outside: 4 });
    expect(rangesOf(mixed, HOUR, 'XNYS')).toEqual([['2024-07-02T19:30', '2024-07-02T19:30', 1]]);
  });

  it('of days are not filled by weekends, and a day may be stamped with its open', () => {
    const days = times('2024-07-05T13:30Z', '2024-07-06', '2024-07-09T13:30Z');
    expect(describeGaps(days, DAY, 'XNYS')).toMatchObject({ expected: 3, missing: 1, outside: 1 });
    expect(rangesOf(days, DAY, 'XNYS')).toEqual([['2024-07-08', '2024-07-08', 1]]);
  });
});

describe.each([
  ['24x7', 60, '2024-02-03'],
  ['24x7', 14_400, '2024-03-20'],
  ['24x5', 60, '2024-02-06'],
  ['24x5', 3_600, '2024-03-20'],
  ['24x5', 14_400, '2024-03-20'],
  ['24x5', 86_400, '2024-08-20'],
  ['XNYS', 60, '2024-02-06'],
  ['XNYS', 900, '2024-03-20'],
  ['XNYS', 3_600, '2024-03-20'],
  ['XNYS', 14_400, '2024-03-20'],
  ['XNYS', 86_400, '2024-08-20'],
] as const)('gaps on %s of %i s', (calendar, seconds, to) => {
  it('are what was taken out, whatever that is', () => {
    const complete = expectedOpenTimes(range('2024-02-01', to), seconds, calendar);
    for (let seed = 1; seed <= 20; seed++) {
      const isKept = (index: number) => Math.sin(seed * 1_000 + index * index) > seed / 10 - 1.05;
      const kept = complete.filter((_, index) => isKept(index));
      const first = complete.indexOf(kept[0]);
      const last = complete.indexOf(kept[kept.length - 1]);
      const ranges: { first: number; last: number; missing: number }[] = [];
      for (let index = first; index <= last; index++) {
        if (isKept(index)) continue;
        if (isKept(index - 1)) ranges.push({ first: complete[index], last: complete[index], missing: 1 });
        else Object.assign(ranges.at(-1)!, { last: complete[index], missing: ranges.at(-1)!.missing + 1 });
      }
      expect(describeGaps(kept, seconds, calendar, { rangeLimit: Infinity })).toEqual({
        grid: regularGrid(seconds, calendar),
        expected: last - first + 1,
        missing: last - first + 1 - kept.length,
        ranges,
        rangeCount: ranges.length,
        outside: 0,
      });
    }
  });
});
