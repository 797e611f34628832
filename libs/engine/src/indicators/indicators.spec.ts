import { randomWalkCandles } from '../../test/random-walk-candles';
import { relativeStrengthIndex } from './relative-strength-index';
import { rollingHighest, rollingLowest } from './rolling-extremes';
import { simpleMovingAverage } from './simple-moving-average';

// Tulip Indicators, tests/untest.txt (sma 5, rsi 5, max 5, min 5): the input its tables share.
const TULIP = Float64Array.of(
  ...[81.59, 81.06, 82.87, 83, 83.61, 83.15, 82.84, 83.99, 84.55, 84.36, 85.53, 86.54, 86.89, 87.77, 87.29],
);

function rounded(values: Float64Array, digits: number): number[] {
  return Array.from(values, (value) => Number(value.toFixed(digits)));
}

describe('simpleMovingAverage', () => {
  it("gives Tulip Indicators' published figures", () => {
    expect(rounded(simpleMovingAverage(TULIP, 5), 3)).toEqual([
      ...[NaN, NaN, NaN, NaN, 82.426, 82.738, 83.094, 83.318, 83.628],
      ...[83.778, 84.254, 84.994, 85.574, 86.218, 86.804],
    ]);
  });

  it('stays at the value of a flat series', () => {
    const flat = new Float64Array(1_000).fill(0.1);
    expect(new Set(simpleMovingAverage(flat, 10).subarray(9)).size).toBe(1);
  });

  it('is all NaN on less than a window', () => {
    expect(simpleMovingAverage(TULIP.subarray(0, 4), 5).every(Number.isNaN)).toBe(true);
  });
});

describe('relativeStrengthIndex', () => {
  it("gives Tulip Indicators' published figures", () => {
    expect(rounded(relativeStrengthIndex(TULIP, 5), 3)).toEqual([
      ...[NaN, NaN, NaN, NaN, NaN, 72.034, 64.927, 75.936, 79.796],
      ...[74.713, 83.033, 87.478, 88.755, 91.483, 78.498],
    ]);
  });

  it('is 100 without a loss, 0 without a gain, and 0 without either (the convention of TA-Lib)', () => {
    expect(relativeStrengthIndex(Float64Array.of(1, 2, 3, 4), 2)[3]).toBe(100);
    expect(relativeStrengthIndex(Float64Array.of(4, 3, 2, 1), 2)[3]).toBe(0);
    expect(relativeStrengthIndex(Float64Array.of(5, 5, 5, 5), 2)[3]).toBe(0);
  });

  it('is all NaN on less than it needs', () => {
    expect(relativeStrengthIndex(TULIP.subarray(0, 5), 5).every(Number.isNaN)).toBe(true);
  });
});

describe('rolling extremes', () => {
  it("give Tulip Indicators' published figures", () => {
    expect(Array.from(rollingHighest(TULIP, 5).subarray(4))).toEqual([
      83.61, 83.61, 83.61, 83.99, 84.55, 84.55, 85.53, 86.54, 86.89, 87.77, 87.77,
    ]);
    expect(Array.from(rollingLowest(TULIP, 5).subarray(4))).toEqual([
      81.06, 81.06, 82.84, 82.84, 82.84, 82.84, 82.84, 83.99, 84.36, 84.36, 85.53,
    ]);
  });

  it.each([1, 2, 7, 100, 999, 1_000, 1_001])('are the extremes of each window of %i', (period) => {
    const { high, low } = randomWalkCandles(1_000, 21);
    const windows = (values: Float64Array, extreme: (...window: number[]) => number) =>
      values.map((_, bar) =>
        bar < period - 1 ? NaN : extreme(...values.subarray(bar - period + 1, bar + 1)),
      );
    expect(rollingHighest(high, period)).toEqual(windows(high, Math.max));
    expect(rollingLowest(low, period)).toEqual(windows(low, Math.min));
  });

  it('let a repeated extreme last as long as its last occurrence', () => {
    const values = Float64Array.of(3, 3, 1, 2, 0);
    expect(Array.from(rollingHighest(values, 3).subarray(2))).toEqual([3, 3, 2]);
    expect(Array.from(rollingLowest(values, 3).subarray(2))).toEqual([1, 1, 0]);
  });
});
