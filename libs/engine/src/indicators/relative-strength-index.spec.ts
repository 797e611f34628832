import { randomWalkCandles } from '../../test/random-walk-candles';
import { TULIP_INPUT } from '../../test/tulip-input';
import { relativeStrengthIndex } from './relative-strength-index';

describe('relativeStrengthIndex', () => {
  it("gives Tulip Indicators' published figures (tests/untest.txt, rsi 5)", () => {
    const strengths = Array.from(relativeStrengthIndex(TULIP_INPUT, 5), (value) => Number(value.toFixed(3)));
    expect(strengths).toEqual([
      ...[NaN, NaN, NaN, NaN, NaN, 72.034, 64.927, 75.936, 79.796],
      ...[74.713, 83.033, 87.478, 88.755, 91.483, 78.498],
    ]);
  });

  it('is 100 without a loss, 0 without a gain, and 0 without either (the convention of TA-Lib)', () => {
    expect(relativeStrengthIndex(Float64Array.of(1, 2, 3, 4), 2)[3]).toBe(100);
    expect(relativeStrengthIndex(Float64Array.of(4, 3, 2, 1), 2)[3]).toBe(0);
    expect(relativeStrengthIndex(Float64Array.of(5, 5, 5, 5), 2)[3]).toBe(0);
  });

  it('rounds to neither side of 0 to 100', () => {
    const { high } = randomWalkCandles(5_000, 9);
    const rising = high.map((value, index) => value + index * 50);
    for (const strength of relativeStrengthIndex(rising, 3).subarray(3)) expect(strength).toBe(100);
    for (const strength of relativeStrengthIndex(rising.reverse(), 3).subarray(3)) expect(strength).toBe(0);
  });

  it('is all NaN on less than it needs', () => {
    expect(relativeStrengthIndex(TULIP_INPUT.subarray(0, 5), 5).every(Number.isNaN)).toBe(true);
  });
});
