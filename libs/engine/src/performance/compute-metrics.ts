import { type Calendar } from '../calendar/calendar';
import { computeAnnualVolatility } from './compute-annual-volatility';
import { computeCagr } from './compute-cagr';
import { computeCalmarRatio } from './compute-calmar-ratio';
import { computeDrawdown } from './compute-drawdown';
import { computeExposure } from './compute-exposure';
import { computeKellyFraction } from './compute-kelly-fraction';
import { computeMean } from './compute-mean';
import { computeProfitFactor } from './compute-profit-factor';
import { computeSharpeRatio } from './compute-sharpe-ratio';
import { computeSortinoRatio } from './compute-sortino-ratio';
import { computeSystemQualityNumber } from './compute-system-quality-number';
import { computeTotalReturn } from './compute-total-return';
import { computeTurnover } from './compute-turnover';
import { computeWinRate } from './compute-win-rate';
import { sampleReturns } from './sample-returns';
import { type TradeFigures } from './trade-figures';

/** Fractions, not percent; null where a figure is undefined, never NaN or infinite. */
export interface Metrics {
  readonly finalEquity: number;
  readonly totalReturn: number;
  readonly cagr: number | null;
  readonly annualVolatility: number | null;
  readonly sharpeRatio: number | null;
  readonly sortinoRatio: number | null;
  /** What volatility, Sharpe and Sortino were made of: daily returns, or bar returns in a short intraday run. */
  readonly sharpeBasis: 'daily' | 'bar';
  readonly periodsPerYear: number;
  readonly maxDrawdown: number;
  readonly longestDrawdownBars: number;
  readonly longestDrawdownSeconds: number;
  readonly calmarRatio: number | null;
  readonly exposure: number | null;
  readonly turnover: number | null;
  readonly trades: number;
  readonly winRate: number | null;
  readonly profitFactor: number | null;
  /** Mean net profit of a trade, in the quote currency. */
  readonly expectancy: number | null;
  readonly averageTradeReturn: number | null;
  readonly bestTradeReturn: number | null;
  readonly worstTradeReturn: number | null;
  readonly averageTradeSeconds: number | null;
  readonly systemQualityNumber: number | null;
  readonly kellyFraction: number | null;
}

export interface Performance {
  /** One value per bar; the first is the initial capital. */
  readonly equity: Float64Array;
  /** Of the same bars, in ms. */
  readonly openTime: Float64Array;
  readonly intervalSeconds: number;
  /** Between some of them, in which there was no account: annual figures do not count them. */
  readonly untestedSeconds?: number;
  readonly calendar: Calendar;
  /** The positions of days in these bars, where they are known already. */
  readonly days?: Uint32Array;
  readonly trades: TradeFigures;
  readonly heldBars: number;
  /** Value of all fills. */
  readonly tradedValue: number;
}

/** Every figure of one run; needs at least one bar. */
export function computeMetrics(performance: Performance): Metrics {
  const { equity, openTime, intervalSeconds, calendar, days, untestedSeconds = 0 } = performance;
  const { profits, returns: tradeReturns, seconds: tradeSeconds } = performance.trades;
  const trades = profits.length;
  const last = equity.length - 1;
  const initialEquity = equity[0];
  const finalEquity = equity[last];
  // Both ends are marked at their bar's close, so the opens are as far apart as the marks.
  const elapsedSeconds = (openTime[last] - openTime[0]) / 1000 - untestedSeconds;
  const { basis, returns, periodsPerYear } = sampleReturns(openTime, equity, intervalSeconds, calendar, days);
  const cagr = computeCagr(initialEquity, finalEquity, elapsedSeconds);
  const drawdown = computeDrawdown(equity, openTime);
  return {
    finalEquity,
    totalReturn: computeTotalReturn(initialEquity, finalEquity),
    cagr,
    annualVolatility: computeAnnualVolatility(returns, periodsPerYear),
    sharpeRatio: computeSharpeRatio(returns, periodsPerYear),
    sortinoRatio: computeSortinoRatio(returns, periodsPerYear),
    sharpeBasis: basis,
    periodsPerYear,
    maxDrawdown: drawdown.maximum,
    longestDrawdownBars: drawdown.longestBars,
    longestDrawdownSeconds: drawdown.longestSeconds,
    calmarRatio: computeCalmarRatio(cagr, drawdown.maximum),
    exposure: computeExposure(performance.heldBars, equity.length),
    turnover: computeTurnover(performance.tradedValue, drawdown.mean),
    trades,
    winRate: computeWinRate(profits),
    profitFactor: computeProfitFactor(profits),
    expectancy: computeMean(profits),
    averageTradeReturn: computeMean(tradeReturns),
    bestTradeReturn: trades === 0 ? null : tradeReturns.reduce((best, value) => Math.max(best, value)),
    worstTradeReturn: trades === 0 ? null : tradeReturns.reduce((worst, value) => Math.min(worst, value)),
    averageTradeSeconds: computeMean(tradeSeconds),
    systemQualityNumber: computeSystemQualityNumber(profits),
    kellyFraction: computeKellyFraction(profits),
  };
}
