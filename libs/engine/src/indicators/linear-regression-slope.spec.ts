import { linearRegressionSlopeIndicator } from './linear-regression-slope';

const slopes = (values: Float64Array, period: number) =>
  linearRegressionSlopeIndicator.compute(values, { period })[0];

describe('the slope of the line of least squares', () => {
  it('is the step of a straight line', () => {
    expect(Array.from(slopes(Float64Array.of(3, 5, 7, 9, 11, 13), 3))).toEqual([NaN, NaN, 2, 2, 2, 2]);
  });

  it("is Anscombe's line through his first data set, in the order of its abscissae", () => {
    // F. J. Anscombe, Graphs in Statistical Analysis (1973): y = 3.00 + 0.500 x, by a slope of 0.5000909.
    const ordinates = Float64Array.of(4.26, 5.68, 7.24, 4.82, 6.95, 8.81, 8.04, 8.33, 10.84, 7.58, 9.96);
    expect(slopes(ordinates, 11)[10]).toBeCloseTo(0.5000909, 7);
  });

  it.each([2, 5, 64])('keeps its digits far from zero, and after a value far away (%i bars)', (period) => {
    const values = Float64Array.from({ length: 400 }, (_, index) => 1e9 + index / 2);
    values[100] = 1e15;
    const column = slopes(values, period);
    for (const bar of [period - 1, 99, 100 + period, 101 + period, 250, 399]) expect(column[bar]).toBe(0.5);
  });

  it('is exactly 0 on a flat window, whatever came before', () => {
    const values = Float64Array.from({ length: 100 }, (_, index) =>
      index < 50 ? Math.sin(index) * 1e6 : 0.1,
    );
    expect(new Set(slopes(values, 20).subarray(69))).toEqual(new Set([0]));
  });
});
