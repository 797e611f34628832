import { toWire } from '#domain/records/to-wire';
import { toDecimalText } from '#engine/decimal/decimal-text';
import type { Metrics } from '#engine/performance/compute-metrics';
import { CountAnswer, FractionAnswer, MoneyAnswer, NumberAnswer, WordAnswer } from '../http/answer-fields';

export const RETURN_BASES = ['daily', 'bar'] as const satisfies readonly Metrics['sharpeBasis'][];

/** Every figure of one run. */
export class MetricsRead {
  @MoneyAnswer({ description: 'Equity at the close of the last bar', example: '15021.099216709656' })
  final_equity: string;

  @FractionAnswer({ description: 'Final equity over initial capital, minus 1', example: 0.502 })
  total_return: number;

  @FractionAnswer({
    description: 'Compound annual growth rate, with years of 365.25 days; null over less than a day',
    example: 0.0203,
    nullable: true,
  })
  cagr: number | null;

  @FractionAnswer({
    description: 'Standard deviation of the returns × √periods_per_year; null with fewer than two returns',
    example: 0.113,
    nullable: true,
  })
  annual_volatility: number | null;

  @NumberAnswer('ratio, annualised', {
    description:
      'Mean return over standard deviation, × √periods_per_year, with a risk-free rate of 0; null where the returns do not vary',
    example: 0.241,
    nullable: true,
  })
  sharpe_ratio: number | null;

  @NumberAnswer('ratio, annualised', {
    description:
      'Mean return over downside deviation (of returns below 0), × √periods_per_year; null without a negative return',
    example: 0.163,
    nullable: true,
  })
  sortino_ratio: number | null;

  @WordAnswer(RETURN_BASES, {
    description: 'The returns that annual_volatility, sharpe_ratio and sortino_ratio are computed from',
    example: 'daily',
  })
  sharpe_basis: Metrics['sharpeBasis'];

  @NumberAnswer('returns a year', {
    description: 'Returns that make a year: of daily ones 365 (calendar 24x7), 260 (24x5) or 252 (XNYS)',
    example: 252,
  })
  periods_per_year: number;

  @FractionAnswer({
    description: 'Largest loss from a peak of the equity, as a share of the peak; 0 or positive',
    example: 0.305,
  })
  max_drawdown: number;

  @CountAnswer('bars', {
    description: 'Longest time from a peak until the equity is at it again, or to the last bar',
    example: 2018,
  })
  longest_drawdown_bars: number;

  @NumberAnswer('seconds', {
    description: 'Longest time from a peak until the equity is at it again, or to the last bar',
    example: 252_892_800,
  })
  longest_drawdown_seconds: number;

  @NumberAnswer('ratio', {
    description: 'cagr over max_drawdown; null without a drawdown',
    example: 0.0665,
    nullable: true,
  })
  calmar_ratio: number | null;

  @FractionAnswer({
    description: 'Share of the bars in which a position is held',
    example: 0.637,
    nullable: true,
  })
  exposure: number | null;

  @NumberAnswer('multiple of the mean equity', {
    description: 'Value of all fills of the run, entries and exits, over the mean equity',
    example: 176.2,
    nullable: true,
  })
  turnover: number | null;

  @CountAnswer('trades', { description: 'Round trips: positions that were opened and closed', example: 88 })
  trades: number;

  @FractionAnswer({
    description: 'Share of the trades with a net profit; null without trades',
    example: 0.386,
    nullable: true,
  })
  win_rate: number | null;

  @NumberAnswer('ratio', {
    description: 'Sum of the net profits over sum of the net losses; null without a losing trade',
    example: 1.27,
    nullable: true,
  })
  profit_factor: number | null;

  @MoneyAnswer({
    description: 'Mean net profit of a trade; null without trades',
    example: '57.05794564',
    nullable: true,
  })
  expectancy: string | null;

  @FractionAnswer({
    description: 'Mean return of a trade, its net profit over the value of its entry; null without trades',
    example: 0.0051,
    nullable: true,
  })
  average_trade_return: number | null;

  @FractionAnswer({
    description: 'Largest return of a trade; null without trades',
    example: 0.139,
    nullable: true,
  })
  best_trade_return: number | null;

  @FractionAnswer({
    description: 'Smallest return of a trade; null without trades',
    example: -0.085,
    nullable: true,
  })
  worst_trade_return: number | null;

  @NumberAnswer('seconds', {
    description: 'Mean time from entry to exit of a trade; null without trades',
    example: 4_616_345,
    nullable: true,
  })
  average_trade_seconds: number | null;

  @NumberAnswer('ratio', {
    description:
      'System quality number of Tharp: √trades × mean net profit over the standard deviation of the net profits; null with fewer than two trades',
    example: 0.92,
    nullable: true,
  })
  system_quality_number: number | null;

  @FractionAnswer({
    description:
      'Kelly fraction, the share of the capital for a trade: win rate − loss rate ÷ (mean win ÷ mean loss); negative: no trade is worth it. Null without a win or a loss',
    example: 0.083,
    nullable: true,
  })
  kelly_fraction: number | null;
}

export function toMetrics(metrics: Metrics): MetricsRead {
  const { finalEquity, expectancy } = metrics;
  return {
    ...toWire(metrics),
    final_equity: toDecimalText(finalEquity),
    expectancy: expectancy === null ? null : toDecimalText(expectancy),
  };
}
