import { computeDrawdown } from './compute-drawdown';
import { listDrawdowns } from './list-drawdowns';

const DAY = 86_400_000;
const days = (count: number) => Float64Array.from({ length: count }, (_, day) => day * DAY);

describe('listDrawdowns', () => {
  // Peaks, depths and durations of pandas: s / s.cummax() - 1 over these values.
  const equity = Float64Array.from([100, 120, 90, 110, 130, 125, 130, 104, 117]);

  it('lists falls deepest first, with their recovery or none', () => {
    expect(listDrawdowns(equity, days(9), 10)).toEqual([
      { peakTime: DAY, troughTime: 2 * DAY, recoveryTime: 4 * DAY, depth: 0.25, bars: 3 },
      { peakTime: 6 * DAY, troughTime: 7 * DAY, recoveryTime: null, depth: expect.closeTo(0.2, 12), bars: 2 },
      {
        peakTime: 4 * DAY,
        troughTime: 5 * DAY,
        recoveryTime: 6 * DAY,
        depth: expect.closeTo(5 / 130, 12),
        bars: 2,
      },
    ]);
  });

  it('agrees with the maximum drawdown, and stops at the limit', () => {
    const [deepest, ...others] = listDrawdowns(equity, days(9), 1);

    expect(deepest.depth).toBe(computeDrawdown(equity, days(9)).maximum);
    expect(others).toEqual([]);
  });

  it('has nothing to list where equity never falls', () => {
    expect(listDrawdowns(Float64Array.from([1, 1, 2]), days(3), 10)).toEqual([]);
  });
});
