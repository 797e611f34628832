import { rollingSum } from './rolling-sum';

describe('rollingSum', () => {
  it('sums each window', () => {
    expect(rollingSum(Float64Array.of(1, 2, 3, 4, 5, 6, 7), 3)).toEqual(
      Float64Array.of(NaN, NaN, 6, 9, 12, 15, 18),
    );
    expect(rollingSum(Float64Array.of(9, 1, 2, 3, 4), 2, 1)).toEqual(Float64Array.of(NaN, NaN, 3, 5, 7));
    expect(rollingSum(Float64Array.of(4, 5), 1)).toEqual(Float64Array.of(4, 5));
    expect(rollingSum(Float64Array.of(4, 5), 3)).toEqual(Float64Array.of(NaN, NaN));
  });

  it('overwrites its values where it may', () => {
    const values = Float64Array.of(1, 2, 3, 4, 5, 6, 7);
    expect(rollingSum(values, 3, 0, values)).toBe(values);
    expect(values).toEqual(Float64Array.of(NaN, NaN, 6, 9, 12, 15, 18));
  });

  it('forgets a huge value once it is out of the window', () => {
    expect(rollingSum(Float64Array.of(1e300, 0.5, 0.25, 0, 0), 2)).toEqual(
      Float64Array.of(NaN, 1e300, 0.75, 0.25, 0),
    );
  });
});
