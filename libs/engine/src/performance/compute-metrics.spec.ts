import { type Trade } from './trade';
import { computeMetrics } from './compute-metrics';
import { figuresOfTrades } from './trade-figures';

const DAY = 86_400_000;

function trade(pnl: number, entryValue: number, days: number): Trade {
  return {
    entryTime: 0,
    exitTime: days * DAY,
    side: 'long',
    quantity: 1,
    entryPrice: entryValue,
    exitPrice: entryValue + pnl,
    fees: 0,
    funding: 0,
    slippage: 0,
    pnl,
    return: pnl / entryValue,
    exitReason: 'signal',
    entryIndex: 0,
    exitIndex: days,
  };
}

const run = {
  openTime: Float64Array.from({ length: 5 }, (_, index) => index * DAY),
  intervalSeconds: 86_400,
  calendar: '24x7' as const,
};

describe('computeMetrics', () => {
  it('puts each statistic in its field', () => {
    const metrics = computeMetrics({
      ...run,
      equity: Float64Array.of(100, 110, 99, 99, 120),
      trades: figuresOfTrades([trade(10, 100, 1), trade(-11, 110, 1), trade(21, 100, 4)]),
      heldBars: 3,
      tradedValue: 528,
    });
    // By hand: 1 - 99/110; 110 is not seen again before the fifth day; 4 days between first and last mark.
    expect(metrics).toMatchObject({
      finalEquity: 120,
      sharpeBasis: 'daily',
      periodsPerYear: 365,
      longestDrawdownBars: 3,
      longestDrawdownSeconds: 3 * 86_400,
      exposure: 0.6,
      trades: 3,
      averageTradeSeconds: 2 * 86_400,
      bestTradeReturn: 0.21,
      worstTradeReturn: -0.1,
    });
    expect(metrics.totalReturn).toBeCloseTo(0.2, 12);
    expect(metrics.maxDrawdown).toBeCloseTo(0.1, 12);
    expect(metrics.cagr).toBeCloseTo(1.2 ** (365.25 / 4) - 1, 0);
    expect(metrics.calmarRatio).toBeCloseTo(metrics.cagr! / 0.1, 0);
    expect(metrics.turnover).toBeCloseTo(528 / 105.6, 12);
    expect(metrics.winRate).toBeCloseTo(2 / 3, 12);
    expect(metrics.profitFactor).toBeCloseTo(31 / 11, 12);
    expect(metrics.expectancy).toBeCloseTo(20 / 3, 12);
    expect(metrics.averageTradeReturn).toBeCloseTo(0.07, 12);
  });

  it('has no opinion on a run that never traded', () => {
    const metrics = computeMetrics({
      ...run,
      equity: new Float64Array(5).fill(100),
      trades: figuresOfTrades([]),
      heldBars: 0,
      tradedValue: 0,
    });
    expect(metrics).toEqual({
      finalEquity: 100,
      totalReturn: 0,
      cagr: 0,
      annualVolatility: 0,
      sharpeRatio: null,
      sortinoRatio: null,
      sharpeBasis: 'daily',
      periodsPerYear: 365,
      maxDrawdown: 0,
      longestDrawdownBars: 0,
      longestDrawdownSeconds: 0,
      calmarRatio: null,
      exposure: 0,
      turnover: 0,
      trades: 0,
      winRate: null,
      profitFactor: null,
      expectancy: null,
      averageTradeReturn: null,
      bestTradeReturn: null,
      worstTradeReturn: null,
      averageTradeSeconds: null,
      systemQualityNumber: null,
      kellyFraction: null,
    });
  });
});
