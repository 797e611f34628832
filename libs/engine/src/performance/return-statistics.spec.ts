import { computeAnnualVolatility } from './compute-annual-volatility';
import { computeCagr, SECONDS_PER_YEAR } from './compute-cagr';
import { computeCalmarRatio } from './compute-calmar-ratio';
import { computeDownsideDeviation } from './compute-downside-deviation';
import { computeDrawdown } from './compute-drawdown';
import { computeSharpeRatio } from './compute-sharpe-ratio';
import { computeSortinoRatio } from './compute-sortino-ratio';
import { computeStandardDeviation } from './compute-standard-deviation';
import { computeTotalReturn } from './compute-total-return';

const percent = (...values: number[]) => Float64Array.from(values, (value) => value / 100);

/** The return vectors of empyrical's own tests (tests/test_stats.py, daily, 252 a year), with the figures given there. */
const EMPYRICAL = {
  mixed: percent(1, 10, -4, 2, 3, 2, 1, -10),
  positive: percent(1, 2, 1, 1, 1, 1, 1, 1, 1),
  negative: percent(0, -6, -7, -1, -9, -2, -6, -8, -5),
};
const DAYS = 252;

/** Monthly returns of the portfolio in C. Bacon, Practical Portfolio Performance (2008); R's portfolio_bacon. */
const BACON = Float64Array.of(
  ...[0.003, 0.026, 0.011, -0.01, 0.015, 0.025, 0.016, 0.067, -0.014, 0.04, -0.005, 0.081],
  ...[0.04, -0.037, -0.061, 0.017, -0.049, -0.022, 0.07, 0.058, -0.065, 0.024, -0.005, -0.009],
);

function equityOf(returns: Float64Array): Float64Array {
  const equity = new Float64Array(returns.length + 1).fill(1);
  returns.forEach((value, index) => (equity[index + 1] = equity[index] * (1 + value)));
  return equity;
}

describe('Sharpe ratio', () => {
  it.each([
    ['mixed', 1.7238613961706866],
    ['positive', 52.915026221291804],
    ['negative', -24.406808633910085],
  ] as const)('of empyrical %s is %d', (name, expected) => {
    expect(computeSharpeRatio(EMPYRICAL[name], DAYS)).toBeCloseTo(expected, 10);
  });

  it('takes the risk-free rate off each return', () => {
    const less = EMPYRICAL.mixed.map((value) => value - 0.05 / DAYS);
    expect(computeSharpeRatio(EMPYRICAL.mixed, DAYS, 0.05)).toBeCloseTo(computeSharpeRatio(less, DAYS)!, 10);
  });

  it('is null when nothing varies, but for rounding, and with fewer than 2 returns', () => {
    expect(computeSharpeRatio(new Float64Array(5), DAYS)).toBeNull();
    expect(computeSharpeRatio(percent(0.1, 0.1 + 1e-14, 0.1), DAYS)).toBeNull();
    expect(computeSharpeRatio(percent(1), DAYS)).toBeNull();
    expect(computeSharpeRatio(percent(), DAYS)).toBeNull();
  });
});

describe('Sortino ratio', () => {
  it.each([
    ['mixed', 2.605531251673693],
    ['negative', -13.532743075043401],
  ] as const)('of empyrical %s is %d', (name, expected) => {
    expect(computeSortinoRatio(EMPYRICAL[name], DAYS)).toBeCloseTo(expected, 10);
  });

  it('counts from the minimum return (empyrical-reloaded 0.7.1: sortino_ratio(mixed, required_return=0.001))', () => {
    expect(computeSortinoRatio(EMPYRICAL.mixed, DAYS, 0.001)).toBeCloseTo(2.1625183097864373, 10);
  });

  it('is null without a loss (empyrical says infinite) and with fewer than 2 returns', () => {
    expect(computeSortinoRatio(EMPYRICAL.positive, DAYS)).toBeNull();
    expect(computeSortinoRatio(percent(-1), DAYS)).toBeNull();
  });
});

describe('downside deviation', () => {
  it("is empyrical's downside risk of its mixed returns, annualised", () => {
    const annual = computeDownsideDeviation(EMPYRICAL.mixed)! * Math.sqrt(DAYS);
    expect(annual).toBeCloseTo(0.60448325038829653, 12);
  });

  it.each([
    [0.005, '0.0255'],
    [0.5, '0.493'],
  ])(
    'of the Bacon portfolio below %d is %s (PerformanceAnalytics, DownsideDeviation)',
    (minimum, expected) => {
      const digits = expected.length - 2;
      expect(computeDownsideDeviation(BACON, minimum)!.toFixed(digits)).toBe(expected);
    },
  );

  it('is null without returns', () => expect(computeDownsideDeviation(percent())).toBeNull());
});

describe('volatility', () => {
  it("is empyrical's of its mixed returns", () => {
    expect(computeAnnualVolatility(EMPYRICAL.mixed, DAYS)).toBeCloseTo(0.9136465399704637, 12);
  });

  it('is null with fewer than 2 returns', () => {
    expect(computeAnnualVolatility(percent(1), DAYS)).toBeNull();
    expect(computeStandardDeviation(percent())).toBeNull();
  });
});

describe('growth', () => {
  it("is backtesting.py's on GOOG: 10,000 to 51,422.99 in 3,116 days, 414.2299 %, CAGR 21.1602457 %", () => {
    expect(computeTotalReturn(10_000, 51_422.99)).toBeCloseTo(4.142299, 10);
    expect(computeCagr(10_000, 51_422.99, 3_116 * 86_400)).toBeCloseTo(0.21160245705962623, 10);
  });

  it("is empyrical's annual return of its mixed series over 9 of 252 days, and Calmar is that over the drawdown", () => {
    const equity = equityOf(EMPYRICAL.mixed);
    const growth = computeCagr(1, equity.at(-1)!, (9 / DAYS) * SECONDS_PER_YEAR);
    expect(growth).toBeCloseTo(1.9135925373194231, 10);
    const { maximum } = computeDrawdown(equity, new Float64Array(equity.length));
    expect(maximum).toBeCloseTo(0.1, 12);
    expect(computeCalmarRatio(growth, maximum)).toBeCloseTo(19.135925373194233, 9);
  });

  it('is -1 when nothing is left, and null under a day or beyond any number', () => {
    expect(computeCagr(100, 0, 10)).toBe(-1);
    expect(computeCagr(100, 101, 86_399)).toBeNull();
    expect(computeCagr(1, 10, 86_400)).toBeNull();
  });

  it('has no Calmar ratio without a drawdown or without a growth rate', () => {
    expect(computeCalmarRatio(0.1, 0)).toBeNull();
    expect(computeCalmarRatio(null, 0.1)).toBeNull();
  });
});
