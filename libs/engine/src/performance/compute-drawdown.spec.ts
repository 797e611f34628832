import { computeDrawdown } from './compute-drawdown';

const DAY = 86_400_000;
const days = (length: number) => Float64Array.from({ length }, (_, index) => index * DAY);

describe('computeDrawdown', () => {
  it("times falls as backtesting.py's test_compute_drawdown does: depths 0 1 7 0 4 0 0 last 3 and 2 bars", () => {
    const whole = Float64Array.of(100, 99, 93, 100, 96, 100, 100);
    expect(computeDrawdown(whole, days(7))).toEqual({
      maximum: 1 - 93 / 100,
      longestBars: 3,
      longestSeconds: 3 * 86_400,
      // (100 + 99 + 93 + 100 + 96 + 100 + 100) / 7
      mean: 688 / 7,
    });
    expect(computeDrawdown(whole.subarray(3), days(7).subarray(3)).longestBars).toBe(2);
  });

  it('takes the worst fall from its own peak, not from the highest of all', () => {
    expect(computeDrawdown(Float64Array.of(10, 5, 20, 12, 30), days(5)).maximum).toBe(0.5);
    expect(computeDrawdown(Float64Array.of(10, 8, 20, 8, 30), days(5)).maximum).toBe(0.6);
  });

  it('counts a fall that is still open up to the end', () => {
    expect(computeDrawdown(Float64Array.of(10, 12, 11, 11.5, 11), days(5))).toMatchObject({
      maximum: 1 - 11 / 12,
      longestBars: 3,
    });
  });

  it('finds the longest in bars and in seconds apart', () => {
    const openTime = Float64Array.of(0, 1, 2, 3, 4, 100).map((day) => day * DAY);
    const drawdown = computeDrawdown(Float64Array.of(10, 9, 9, 10, 9, 10), openTime);
    expect(drawdown).toMatchObject({ longestBars: 3, longestSeconds: 97 * 86_400 });
  });

  it('takes what it compares four at a time as it does one by one', () => {
    // Any of the four is the trough, and the fall ends with any of the next four.
    for (let trough = 1; trough <= 4; trough++) {
      for (let end = 5; end <= 8; end++) {
        const equity = new Float64Array(12).fill(9);
        equity[0] = 10;
        equity[trough] = 5;
        equity.fill(10, end);
        expect(computeDrawdown(equity, days(12))).toEqual({
          maximum: 0.5,
          longestBars: end,
          longestSeconds: end * 86_400,
          mean: (10 + 9 * (end - 2) + 5 + 10 * (12 - end)) / 12,
        });
      }
    }
  });

  it('is 1 when everything is lost, and 0 without a fall or without equity', () => {
    const none = { maximum: 0, longestBars: 0, longestSeconds: 0 };
    expect(computeDrawdown(Float64Array.of(10, 0, 0), days(3)).maximum).toBe(1);
    expect(computeDrawdown(Float64Array.of(1, 1, 2, 4), days(4))).toEqual({ ...none, mean: 2 });
    expect(computeDrawdown(new Float64Array(0), days(0))).toEqual({ ...none, mean: null });
  });
});
