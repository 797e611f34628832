import { toWire } from '#domain/records/to-wire';
import { toDecimalText } from '#engine/market/decimal-text';
import type { Metrics } from '#engine/performance/compute-metrics';
import { CountAnswer, FractionAnswer, MoneyAnswer, NumberAnswer, WordAnswer } from '../http/answer-fields';

const RETURN_BASES = ['daily', 'bar'] as const satisfies readonly Metrics['sharpeBasis'][];

/** Every figure of one run. */
export class MetricsRead {
  @MoneyAnswer({ description: "Equity at the last bar's close", example: '15021.099216709656' })
  final_equity: string;

  @FractionAnswer({ description: 'Of the initial capital', example: 0.502 })
  total_return: number;

  @FractionAnswer({ description: 'Compound annual growth rate', example: 0.0203, nullable: true })
  cagr: number | null;

  @FractionAnswer({
    description: 'Standard deviation of the returns, per year',
    example: 0.113,
    nullable: true,
  })
  annual_volatility: number | null;

  @NumberAnswer('ratio, annualised', {
    description: 'Mean return over its standard deviation; null where the returns do not vary',
    example: 0.241,
    nullable: true,
  })
  sharpe_ratio: number | null;

  @NumberAnswer('ratio, annualised', {
    description: 'Mean return over its downside deviation; null where there is none',
    example: 0.163,
    nullable: true,
  })
  sortino_ratio: number | null;

  @WordAnswer(RETURN_BASES, {
    description:
      'The returns that volatility, Sharpe and Sortino ratio are made of: of days, or of bars in a short intraday run',
    example: 'daily',
  })
  sharpe_basis: Metrics['sharpeBasis'];

  @NumberAnswer('returns a year', { description: 'What annualisation counts with', example: 252 })
  periods_per_year: number;

  @FractionAnswer({ description: 'Largest loss from a peak of the equity, positive', example: 0.305 })
  max_drawdown: number;

  @CountAnswer('bars', { description: 'Longest time below a peak', example: 2018 })
  longest_drawdown_bars: number;

  @NumberAnswer('seconds', { description: 'Longest time below a peak', example: 252_892_800 })
  longest_drawdown_seconds: number;

  @NumberAnswer('ratio', {
    description: 'Compound annual growth rate over the largest drawdown; null without a drawdown',
    example: 0.0665,
    nullable: true,
  })
  calmar_ratio: number | null;

  @FractionAnswer({ description: 'Bars with a position, of all bars', example: 0.637, nullable: true })
  exposure: number | null;

  @NumberAnswer('multiple of the mean equity', {
    description: 'Value of all fills',
    example: 176.2,
    nullable: true,
  })
  turnover: number | null;

  @CountAnswer('trades', { description: 'Positions that were opened and closed', example: 88 })
  trades: number;

  @FractionAnswer({ description: 'Trades with a profit, of all trades', example: 0.386, nullable: true })
  win_rate: number | null;

  @NumberAnswer('ratio', {
    description: 'All profits over all losses; null without a loss',
    example: 1.27,
    nullable: true,
  })
  profit_factor: number | null;

  @MoneyAnswer({ description: 'Mean net profit of a trade', example: '57.05794564', nullable: true })
  expectancy: string | null;

  @FractionAnswer({ description: 'Mean return of a trade', example: 0.0051, nullable: true })
  average_trade_return: number | null;

  @FractionAnswer({ description: 'Of the entry value', example: 0.139, nullable: true })
  best_trade_return: number | null;

  @FractionAnswer({ description: 'Of the entry value', example: -0.085, nullable: true })
  worst_trade_return: number | null;

  @NumberAnswer('seconds', {
    description: 'Mean time from entry to exit',
    example: 4_616_345,
    nullable: true,
  })
  average_trade_seconds: number | null;

  @NumberAnswer('ratio', {
    description: 'Tharp: √trades × mean profit over the standard deviation of the profits',
    example: 0.92,
    nullable: true,
  })
  system_quality_number: number | null;

  @FractionAnswer({
    description: 'Kelly: the share of the capital that a trade would be worth; negative: none',
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
