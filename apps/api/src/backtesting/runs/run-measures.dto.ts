import type { Run } from '#domain/runs/run.entity';
import { RUN_MEASURES, type RunMeasure } from '#domain/runs/run-measures';
import { CountAnswer, FractionAnswer, NumberAnswer } from '../../http/answer-fields';

/** Figures of a run; null until it is completed, where one is undefined, and where its kind does not have it. */
export class RunMeasuresRead implements Record<RunMeasure, number | null> {
  @FractionAnswer({
    description:
      'Final equity over initial capital, minus 1: of the backtest, the best combination or the joined tests',
    example: 0.502,
    nullable: true,
  })
  total_return: number | null;

  @NumberAnswer('ratio, annualised', {
    description: 'Sharpe ratio with a risk-free rate of 0, of the same',
    example: 0.241,
    nullable: true,
  })
  sharpe_ratio: number | null;

  @FractionAnswer({
    description: 'Largest loss from a peak of the equity, as a share of the peak, of the same; 0 or positive',
    example: 0.305,
    nullable: true,
  })
  max_drawdown: number | null;

  @CountAnswer('trades', { description: 'Round trips, of the same', example: 88, nullable: true })
  trades: number | null;

  @FractionAnswer({
    description: 'Total return of buy and hold over the same bars',
    example: 0.86,
    nullable: true,
  })
  benchmark_return: number | null;

  @FractionAnswer({ description: 'Compound annual growth rate', example: 0.0203, nullable: true })
  cagr: number | null;

  @FractionAnswer({ description: 'Annual volatility of the returns', example: 0.113, nullable: true })
  annual_volatility: number | null;

  @NumberAnswer('ratio, annualised', {
    description: 'Mean return over downside deviation',
    example: 0.163,
    nullable: true,
  })
  sortino_ratio: number | null;

  @NumberAnswer('ratio', { description: 'cagr over max_drawdown', example: 0.0665, nullable: true })
  calmar_ratio: number | null;

  @NumberAnswer('seconds', {
    description: 'Longest time from a peak until the equity is at it again',
    example: 252892800,
    nullable: true,
  })
  longest_drawdown_seconds: number | null;

  @FractionAnswer({
    description: 'Share of the bars in which a position is held',
    example: 0.637,
    nullable: true,
  })
  exposure: number | null;

  @NumberAnswer('multiple of the mean equity', {
    description: 'Value of all fills over the mean equity',
    example: 176.2,
    nullable: true,
  })
  turnover: number | null;

  @FractionAnswer({ description: 'Share of the trades with a net profit', example: 0.386, nullable: true })
  win_rate: number | null;

  @NumberAnswer('ratio', {
    description: 'Sum of the net profits over sum of the net losses',
    example: 1.27,
    nullable: true,
  })
  profit_factor: number | null;

  @FractionAnswer({ description: 'Mean return of a trade', example: 0.0051, nullable: true })
  average_trade_return: number | null;

  @FractionAnswer({ description: 'Largest return of a trade', example: 0.139, nullable: true })
  best_trade_return: number | null;

  @FractionAnswer({ description: 'Smallest return of a trade', example: -0.085, nullable: true })
  worst_trade_return: number | null;

  @NumberAnswer('seconds', {
    description: 'Mean time from entry to exit of a trade',
    example: 4616345,
    nullable: true,
  })
  average_trade_seconds: number | null;

  @NumberAnswer('ratio', { description: 'System quality number of Tharp', example: 0.92, nullable: true })
  system_quality_number: number | null;

  @FractionAnswer({
    description: 'Kelly fraction, the share of the capital for a trade',
    example: 0.083,
    nullable: true,
  })
  kelly_fraction: number | null;

  @NumberAnswer('no unit', { description: 't-statistic of the mean return', example: 1.09, nullable: true })
  t_statistic: number | null;

  @NumberAnswer('probability, 0 to 1', {
    description: 'Probabilistic Sharpe ratio',
    example: 0.86,
    nullable: true,
  })
  probabilistic_sharpe_ratio: number | null;

  @NumberAnswer('probability, 0 to 1', {
    description: 'Deflated Sharpe ratio',
    example: 0.41,
    nullable: true,
  })
  deflated_sharpe_ratio: number | null;

  @NumberAnswer('observations', { description: 'Minimum track record length', example: 9120, nullable: true })
  min_track_record_length: number | null;

  @NumberAnswer('probability, 0 to 1', {
    description: 'Probability of backtest overfitting',
    example: 0.48,
    nullable: true,
  })
  probability_of_backtest_overfitting: number | null;

  @CountAnswer('combinations', { description: 'Combinations that were tried', example: 9, nullable: true })
  trials: number | null;

  @NumberAnswer('ratio', {
    description: 'Annual return of the tests over annual return of the trainings',
    example: 0.55,
    nullable: true,
  })
  walk_forward_efficiency: number | null;

  @FractionAnswer({
    description: 'Share of the windows whose test has a profit',
    example: 0.8,
    nullable: true,
  })
  consistency: number | null;
}

/** The properties of a run by the names of its measures. */
const PROPERTIES = RUN_MEASURES.map((measure) => {
  const property = measure.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [measure, property as keyof Run] as const;
});

export function toRunMeasures(run: Run): RunMeasuresRead {
  const measures = PROPERTIES.map(([measure, property]) => [measure, run[property]] as const);
  return Object.fromEntries(measures) as unknown as RunMeasuresRead;
}
