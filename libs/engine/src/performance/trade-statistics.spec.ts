import { computeExposure } from './compute-exposure';
import { computeKellyFraction } from './compute-kelly-fraction';
import { computeMean } from './compute-mean';
import { computeProfitFactor } from './compute-profit-factor';
import { computeSystemQualityNumber } from './compute-system-quality-number';
import { computeTurnover } from './compute-turnover';
import { computeWinRate } from './compute-win-rate';

// Figures of whole runs are compared with backtesting.py in backtest/backtesting-py.spec.ts; here are the edges, and
// sums small enough to do by hand.
const NONE = new Float64Array(0);
const PROFITS = Float64Array.of(30, -10, 0, 20, -15);

describe('statistics of trades', () => {
  it('count a trade at exactly 0 as no win and no loss', () => {
    expect(computeWinRate(PROFITS)).toBe(2 / 5);
    expect(computeProfitFactor(PROFITS)).toBe(50 / 25);
    expect(computeKellyFraction(PROFITS)).toBeCloseTo(0.4 - 0.6 / (25 / 12.5), 12);
    expect(computeMean(PROFITS)).toBe(5);
  });

  it('are null without trades', () => {
    expect([computeWinRate(NONE), computeProfitFactor(NONE), computeKellyFraction(NONE)]).toEqual([
      null,
      null,
      null,
    ]);
    expect([computeMean(NONE), computeSystemQualityNumber(NONE)]).toEqual([null, null]);
  });

  it('are null where they would divide by 0', () => {
    expect(computeProfitFactor(Float64Array.of(5, 5))).toBeNull();
    expect(computeKellyFraction(Float64Array.of(5, 5))).toBeNull();
    expect(computeKellyFraction(Float64Array.of(-5, -5))).toBeNull();
    expect(computeSystemQualityNumber(Float64Array.of(5))).toBeNull();
    expect(computeSystemQualityNumber(Float64Array.of(0.1, 0.1, 0.1))).toBeNull();
  });

  it('have a profit factor of 0 when nothing was won', () => {
    expect(computeProfitFactor(Float64Array.of(-1, -2))).toBe(0);
  });
});

describe('use of the capital', () => {
  it('is the share of bars in a position, and the value traded over the mean equity', () => {
    expect(computeExposure(25, 100)).toBe(0.25);
    expect(computeTurnover(600, computeMean(Float64Array.of(100, 200, 300)))).toBe(3);
  });

  it('is null without bars or equity', () => {
    expect(computeExposure(0, 0)).toBeNull();
    expect(computeTurnover(0, computeMean(NONE))).toBeNull();
    expect(computeTurnover(5, computeMean(new Float64Array(3)))).toBeNull();
  });
});
