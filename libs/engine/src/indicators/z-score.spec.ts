import { zScore } from './z-score';

describe('zScore', () => {
  it('is the distance in deviations', () => {
    // 1, 2, 3, 4: mean 2.5, population deviation √1.25; the last is 1.5 away.
    expect(zScore(Float64Array.of(1, 2, 3, 4), 4)[3]).toBeCloseTo(1.5 / Math.sqrt(1.25), 14);
  });

  it('is unknown over a flat window, and known again after it', () => {
    const scores = zScore(Float64Array.of(1, 2, 2, 2, 2, 3), 3);
    expect(Array.from(scores, Number.isNaN)).toEqual([true, true, false, true, true, false]);
  });
});
