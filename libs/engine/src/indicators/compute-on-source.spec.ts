import { computeOnSource } from './compute-on-source';
import { type SourceIndicator } from './indicator';
import { INDICATORS } from './registry';

const sma = INDICATORS.sma as SourceIndicator;
const macd = INDICATORS.macd as SourceIndicator;

describe('computeOnSource', () => {
  it('gives what the indicator gives where the source has no hole', () => {
    const source = Float64Array.of(1, 2, 3, 4, 5);
    expect(computeOnSource(sma, source, { period: 2 })).toEqual(sma.compute(source, { period: 2 }));
  });

  it('warms up after the warm-up of the source, and again after each hole', () => {
    const source = Float64Array.of(NaN, NaN, 1, 3, 5, Infinity, 2, 4, NaN, 7, -Infinity);
    expect(computeOnSource(sma, source, { period: 2 })).toEqual([
      Float64Array.of(NaN, NaN, NaN, 2, 4, NaN, NaN, 3, NaN, NaN, NaN),
    ]);
  });

  it('moves every output', () => {
    const parameters = { fast: 2, slow: 4, signal: 3 };
    const values = Float64Array.from({ length: 40 }, (_, index) => Math.sin(index));
    const shifted = new Float64Array(43).fill(NaN);
    shifted.set(values, 3);
    const moved = computeOnSource(macd, shifted, parameters);
    macd.compute(values, parameters).forEach((column, output) => {
      expect(moved[output].subarray(3)).toEqual(column);
      expect(moved[output].subarray(0, 3).every(Number.isNaN)).toBe(true);
    });
  });

  it('is quick on nothing but holes and single values', () => {
    const source = Float64Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? index : NaN));
    const [averages] = computeOnSource(sma, source, { period: 2_000 });
    expect(averages.every(Number.isNaN)).toBe(true);
    expect(computeOnSource(sma, new Float64Array(0), { period: 2 })).toEqual([new Float64Array(0)]);
  });
});
