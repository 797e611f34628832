import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { readingWindows } from './reading-windows';

const day = (number: number) => new Date(number * DAY_MILLISECONDS);

/** A series with a candle a day. */
const daily = (first: number, last: number) => ({
  id: 1,
  firstOpenTime: day(first),
  lastOpenTime: day(last),
  candleCount: last - first + 1,
});

const windowsOf = (...given: Parameters<typeof readingWindows>) => [...readingWindows(...given)];

describe('readingWindows', () => {
  it('is nothing where nothing is stored between the bounds', () => {
    const empty = { id: 1, firstOpenTime: null, lastOpenTime: null, candleCount: 0 };
    expect(windowsOf([], 'backward', 5, {})).toEqual([]);
    expect(windowsOf([empty], 'backward', 5, {})).toEqual([]);
    expect(windowsOf([daily(10, 20)], 'backward', 5, { end: day(9) })).toEqual([]);
    expect(windowsOf([daily(10, 20)], 'forward', 5, { start: day(21) })).toEqual([]);
  });

  it('grows from the newest candle backward, and ends with all that is stored', () => {
    const windows = windowsOf([daily(0, 1_000), daily(900, 1_200)], 'backward', 10, {});
    expect(windows.every(({ to }) => to.getTime() === day(1_200).getTime())).toBe(true);
    expect(windows.at(-1)).toEqual({ from: day(0), to: day(1_200), last: true });
    expect(windows.slice(0, -1).every(({ last }) => !last)).toBe(true);
    const widths = windows.map(({ from, to }) => to.getTime() - from.getTime());
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    // Ten candles of a daily series take ten days: the first window is about that wide, and not the whole history.
    expect(widths[0]).toBeGreaterThanOrEqual(8 * DAY_MILLISECONDS);
    expect(widths[0]).toBeLessThanOrEqual(32 * DAY_MILLISECONDS);
  });

  it('grows from the oldest candle forward', () => {
    const windows = windowsOf([daily(0, 1_000)], 'forward', 10, { start: day(100) });
    expect(windows.every(({ from }) => from.getTime() === day(100).getTime())).toBe(true);
    expect(windows.at(-1)).toEqual({ from: day(100), to: day(1_000), last: true });
  });

  it('stays within the bounds', () => {
    expect(windowsOf([daily(0, 1_000)], 'backward', 1_000, { start: day(5), end: day(7) })).toEqual([
      { from: day(5), to: day(7), last: true },
    ]);
  });

  it('needs few steps, also from one minute to centuries', () => {
    const sparse = {
      id: 1,
      firstOpenTime: new Date(0),
      lastOpenTime: new Date('2100-01-01'),
      candleCount: 2,
    };
    expect(windowsOf([sparse], 'backward', 1, {}).length).toBeLessThanOrEqual(20);
    expect(windowsOf([sparse], 'backward', 50, {})).toHaveLength(1);
  });
});
