import { readFixture } from '../../../test/read-fixture';
import { normalCumulative } from './normal-cumulative';
import { normalQuantile } from './normal-quantile';

/** What scipy.stats.norm says; the fixture names the command and the versions. */
const SCIPY = readFixture('validation', 'normal-distribution') as {
  readonly cumulative: readonly (readonly [number, number])[];
  readonly quantile: readonly (readonly [number, number])[];
};

describe('normal distribution function', () => {
  it.each(SCIPY.cumulative)("at %d is scipy's %d", (x, expected) => {
    expect(Math.abs(normalCumulative(x) - expected)).toBeLessThanOrEqual(Math.min(2e-15, 1e-11 * expected));
  });

  it('is 0 and 1 far out, and NaN for NaN', () => {
    expect(normalCumulative(-Infinity)).toBe(0);
    expect(normalCumulative(-50)).toBe(0);
    expect(normalCumulative(Infinity)).toBe(1);
    expect(normalCumulative(NaN)).toBeNaN();
  });
});

describe('normal quantile', () => {
  it.each(SCIPY.quantile)("of %d is scipy's %d", (probability, expected) => {
    expect(Math.abs(normalQuantile(probability) - expected)).toBeLessThanOrEqual(
      4e-15 * Math.max(0.1, Math.abs(expected)),
    );
  });

  it('is infinite at 0 and 1, and NaN outside', () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
    expect([normalQuantile(-0.1), normalQuantile(1.1), normalQuantile(NaN)]).toEqual([NaN, NaN, NaN]);
  });

  it('undoes the distribution function', () => {
    for (const x of [-6, -2.5, -0.3, 0, 0.7, 1.9, 3.2]) {
      expect(normalQuantile(normalCumulative(x))).toBeCloseTo(x, 9);
    }
  });
});
