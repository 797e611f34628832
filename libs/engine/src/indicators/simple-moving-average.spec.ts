import { TULIP_INPUT } from '../../test/tulip-input';
import { simpleMovingAverage } from './simple-moving-average';

describe('simpleMovingAverage', () => {
  it("gives Tulip Indicators' published figures (tests/untest.txt, sma 5)", () => {
    const averages = Array.from(simpleMovingAverage(TULIP_INPUT, 5), (value) => Number(value.toFixed(3)));
    expect(averages).toEqual([
      ...[NaN, NaN, NaN, NaN, 82.426, 82.738, 83.094, 83.318, 83.628],
      ...[83.778, 84.254, 84.994, 85.574, 86.218, 86.804],
    ]);
  });

  it('stays at the value of a flat series', () => {
    const flat = new Float64Array(1_000).fill(0.1);
    expect(new Set(simpleMovingAverage(flat, 10).subarray(9)).size).toBe(1);
  });

  it('is all NaN on less than a window', () => {
    expect(simpleMovingAverage(TULIP_INPUT.subarray(0, 4), 5).every(Number.isNaN)).toBe(true);
  });

  it('starts with the value that is the first to count', () => {
    const late = simpleMovingAverage(Float64Array.of(NaN, NaN, 1, 2, 3, 4), 2, 2);
    expect(late).toEqual(Float64Array.of(NaN, NaN, NaN, 1.5, 2.5, 3.5));
  });
});
