import { largestDifference, readEmpyricalCases } from '../../../test/empyrical-relative';
import { seededRandom } from '../../seeded-random';
import { computeAnnualVolatility } from '../compute-annual-volatility';
import { computeSharpeRatio } from '../compute-sharpe-ratio';
import { measureRelative } from './measure-relative';
import { ROLLING_MEASURES, type RollingRelative, rollingRelative } from './rolling-relative';

const TOLERANCE = 1e-9;

const WINDOWS = readEmpyricalCases().flatMap(({ name, input, rolling }) =>
  rolling.map(({ window, rows }) => ({ name, input, window, rows })),
);

describe('rollingRelative', () => {
  it.each(WINDOWS)('agrees with empyrical to 1e-9: $name over $window', ({ input, window, rows }) => {
    const columns = rollingRelative({ ...input, window });
    const differences = rows.map(({ end, ...expected }) => largestDifference(rowOf(columns, end), expected));
    expect(Math.max(...differences)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('is what each window gives by itself, over any number of returns', () => {
    const random = seededRandom(7);
    const benchmarkReturns = Float64Array.from({ length: 3_000 }, () => (random() - 0.49) * 0.05);
    const returns = benchmarkReturns.map((value) => value * 0.3 + (random() - 0.5) * 0.08);
    const window = 113;
    const columns = rollingRelative({ returns, benchmarkReturns, periodsPerYear: 252, window });
    const differences = Array.from(returns.keys())
      .slice(window - 1)
      .map((end) => {
        const mine = returns.slice(end + 1 - window, end + 1);
        const market = benchmarkReturns.slice(end + 1 - window, end + 1);
        const { alpha, beta, rSquared, informationRatio, activeReturn } = measureRelative({
          returns: mine,
          benchmarkReturns: market,
          periodsPerYear: 252,
        });
        return largestDifference(rowOf(columns, end), {
          ...{ alpha, beta, rSquared, informationRatio, activeReturn },
          sharpeRatio: computeSharpeRatio(mine, 252),
          volatility: computeAnnualVolatility(mine, 252),
        });
      });
    expect(Math.max(...differences)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('keeps its digits after returns that were a million times as large', () => {
    const random = seededRandom(8);
    const noise = (scale: number) => (random() - 0.5) * scale;
    const benchmarkReturns = Float64Array.from({ length: 400 }, (_, index) =>
      noise(index < 200 ? 1e4 : 0.01),
    );
    const returns = Float64Array.from({ length: 400 }, (_, index) => noise(index < 200 ? 1e4 : 0.01));
    const columns = rollingRelative({ returns, benchmarkReturns, periodsPerYear: 252, window: 47 });
    const { beta } = measureRelative({
      returns: returns.slice(353),
      benchmarkReturns: benchmarkReturns.slice(353),
      periodsPerYear: 252,
    });
    expect(columns.beta[399]).toBeCloseTo(beta!, 12);
  });

  it('has nothing before the first whole window, nor where the window is longer than the run', () => {
    const returns = Float64Array.of(0.01, -0.02, 0.015, 0.003);
    const input = { returns, benchmarkReturns: returns, periodsPerYear: 252 };
    expect(Array.from(rollingRelative({ ...input, window: 3 }).beta)).toEqual([NaN, NaN, 1, 1]);
    expect(Array.from(rollingRelative({ ...input, window: 5 }).volatility)).toEqual([NaN, NaN, NaN, NaN]);
  });
});

function rowOf(columns: RollingRelative, end: number): Record<string, number | null> {
  return Object.fromEntries(
    ROLLING_MEASURES.map((name) => [name, Number.isNaN(columns[name][end]) ? null : columns[name][end]]),
  );
}
