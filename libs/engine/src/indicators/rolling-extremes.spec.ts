import { randomWalkCandles } from '../../test/random-walk-candles';
import { TULIP_INPUT } from '../../test/tulip-input';
import { rollingHighest, rollingLowest } from './rolling-extremes';

describe('rolling extremes', () => {
  it("give Tulip Indicators' published figures (tests/untest.txt, max 5 and min 5)", () => {
    expect(Array.from(rollingHighest(TULIP_INPUT, 5).subarray(4))).toEqual([
      83.61, 83.61, 83.61, 83.99, 84.55, 84.55, 85.53, 86.54, 86.89, 87.77, 87.77,
    ]);
    expect(Array.from(rollingLowest(TULIP_INPUT, 5).subarray(4))).toEqual([
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

  it('refuse a window that there is no room for', () => {
    const values = new Float64Array(3_000);
    expect(rollingHighest(values, 2_047)[2_046]).toBe(0);
    expect(() => rollingLowest(values, 2_048)).toThrow('A window of 2048 bars is longer than 2047.');
  });

  it('let a repeated extreme last as long as its last occurrence', () => {
    const values = Float64Array.of(3, 3, 1, 2, 0);
    expect(Array.from(rollingHighest(values, 3).subarray(2))).toEqual([3, 3, 2]);
    expect(Array.from(rollingLowest(values, 3).subarray(2))).toEqual([1, 1, 0]);
  });
});
