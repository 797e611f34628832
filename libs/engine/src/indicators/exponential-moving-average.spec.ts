import { exponentialMovingAverage } from './exponential-moving-average';

describe('exponentialMovingAverage', () => {
  it('stays at the value of a flat stretch, so that nothing crosses there', () => {
    const flat = new Float64Array(1_000).fill(0.25);
    expect(new Set(exponentialMovingAverage(flat, 12).subarray(11))).toEqual(new Set([0.25]));
  });

  it('starts with the value that is the first to count', () => {
    const late = exponentialMovingAverage(Float64Array.of(NaN, 9, 1, 2, 3, 4), 3, 2);
    // Seed (1 + 2 + 3) / 3, then halfway to each value: the weight of 3 bars is 2 / 4.
    expect(late).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 2, 3));
  });
});
