import { groupBars } from './group-bars';

const MINUTE = 60_000;
const BEGIN = Date.parse('2024-03-01T00:07:00Z');
const minutes = Float64Array.from({ length: 10_000 }, (_, index) => BEGIN + index * MINUTE);

describe('groupBars', () => {
  it('leaves few bars as they are', () => {
    expect(groupBars(minutes, { from: 2, to: 5 }, 60, 3)).toEqual({
      barsPerGroup: 1,
      times: [minutes[2], minutes[3], minutes[4]],
      lastBars: [2, 3, 4],
    });
  });

  it('makes groups as candles of an interval', () => {
    const { barsPerGroup, times, lastBars } = groupBars(minutes, { from: 0, to: minutes.length }, 60, 1_500);
    // 10,000 minutes need groups of 7 at least: candles have 15.
    expect(barsPerGroup).toBe(15);
    expect(times.slice(0, 3).map((time) => new Date(time).toISOString().slice(11, 16))).toEqual([
      ...['00:00', '00:15', '00:30'],
    ]);
    expect(lastBars.slice(0, 3)).toEqual([7, 22, 37]);
    expect(lastBars.at(-1)).toBe(minutes.length - 1);
    expect(times).toHaveLength(lastBars.length);
  });

  it.each([2, 3, 7, 100, 9_999])('makes at most %i groups, also of days and across gaps', (most) => {
    const days = minutes.map(
      (time, index) => (time - BEGIN) * 1_440 + (index > 5_000 ? 86_400_000 * 900 : 0),
    );
    for (const [openTime, seconds] of [
      [minutes, 60],
      [days, 86_400],
    ] as const) {
      const { times } = groupBars(openTime, { from: 0, to: openTime.length }, seconds, most);
      expect(times.length).toBeLessThanOrEqual(most);
      expect(new Set(times).size).toBe(times.length);
    }
  });
});
