import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import { retainedEdge, unfollowedCandles } from './retained-edge';

const DAY = Date.parse('2024-03-01T00:00:00Z');
const at = (time: string) => Date.parse(`2024-03-01T${time}:00Z`);
const LONGER = INTERVALS.filter((interval) => interval !== '1m');

/** All candles of the day, less those of some intervals. */
function storedBut(...missing: Interval[]): Map<Interval, Set<number>> {
  return new Map(
    LONGER.filter((interval) => !missing.includes(interval)).map((interval) => {
      const length = intervalSeconds(interval) * 1000;
      return [interval, new Set(Array.from({ length: 86_400_000 / length }, (_, n) => DAY + n * length))];
    }),
  );
}

const edgeAt = (time: string, stored = storedBut(), calendar: '24x7' | 'XNYS' = '24x7') =>
  retainedEdge({ firstOpenTime: at(time), interval: '1m', calendar, stored });

const basesOf = (edge: ReturnType<typeof retainedEdge>) =>
  Object.fromEntries([...edge.cut].map(([interval, { base }]) => [interval, base]));

describe('what can be rolled up where older candles were deleted', () => {
  it('is everything from its own candles where none is cut', () => {
    expect(edgeAt('00:00')).toEqual({ frozenBefore: -Infinity, cut: new Map() });
  });

  it('is a cut candle from the longest shorter interval that divides it', () => {
    expect(basesOf(edgeAt('09:30'))).toEqual({
      '1h': '30m',
      '2h': '1h',
      '4h': '2h',
      '6h': '2h',
      '12h': '6h',
      '1d': '12h',
    });
    expect(basesOf(edgeAt('12:00'))).toEqual({ '1d': '12h' });
    expect(edgeAt('09:30').frozenBefore).toBe(-Infinity);
  });

  it('is a cut candle from a shorter interval where the longest is not stored as a whole', () => {
    const stored = storedBut('12h');
    stored.get('6h')!.delete(at('06:00'));
    expect(basesOf(edgeAt('12:00', stored))).toEqual({ '1d': '4h' });
  });

  it('is nothing up to the end of a cut candle that no shorter interval has, and of those that reach over it', () => {
    // 3m of 09:33 reaches over the 5m of 09:30, 5m of 09:35 over that, and so on until both end together.
    expect(edgeAt('09:31').frozenBefore).toBe(at('09:45'));
    expect(edgeAt('03:00', storedBut('3m', '5m', '15m', '30m', '1h', '2h')).frozenBefore).toBe(at('12:00'));
  });

  it('leaves alone what was never rolled up: a series that began there', () => {
    const stored = storedBut();
    for (const openTimes of stored.values()) openTimes.clear();
    expect(edgeAt('09:31', stored)).toEqual({ frozenBefore: -Infinity, cut: new Map() });
  });

  it('knows the hours of a market: a day of shares that begins with its session lost nothing', () => {
    // 09:30 in New York is 14:30 UTC in winter.
    expect(edgeAt('14:30', storedBut(), 'XNYS')).toEqual({ frozenBefore: -Infinity, cut: new Map() });
    expect(basesOf(edgeAt('15:00', storedBut(), 'XNYS'))).toMatchObject({ '1d': '12h', '12h': '6h' });
  });

  it('names the stored candles that do not follow a change', () => {
    const options = { firstOpenTime: at('09:31'), stored: storedBut() };
    const unfollowed = (first: string, last: string) =>
      unfollowedCandles(edgeAt('09:31'), options, {
        longer: '5m',
        changes: [{ first: at(first), last: at(last) }],
      });
    expect(unfollowed('09:00', '09:30')).toEqual([]);
    expect(unfollowed('09:34', '09:36')).toEqual([at('09:30'), at('09:35')]);
    expect(unfollowed('09:44', '12:00')).toEqual([at('09:40')]);
    expect(unfollowed('09:45', '12:00')).toEqual([]);
  });
});
