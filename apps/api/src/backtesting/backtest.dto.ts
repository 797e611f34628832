import { ApiProperty } from '@nestjs/swagger';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import type { Interval } from '#engine/market/interval';
import { timeText } from '../http/time-text';
import {
  DateField,
  IntervalField,
  NestedField,
  NumberField,
  ObjectField,
  OneOfField,
  TextField,
} from '../http/validation/fields';
import { BenchmarkDto } from './benchmark.dto';
import { EXECUTION_SCHEMA } from './execution.schema';
import { STRATEGY_PARAMETERS_SCHEMA } from './parameters.schema';

const STRATEGY_NAME = {
  description:
    'A strategy of GET strategies; or custom, with rules in parameters; or signals, with a dataset in parameters. With any other name the run fails, and its report lists the known ones',
  example: 'sma_cross',
  maximum: 128,
};

export class SubmitBacktestDto {
  @TextField(STRATEGY_NAME)
  strategy_name: string;

  @TextField({ description: 'The symbol, as its candles are stored', example: 'SPX', maximum: 128 })
  symbol: string;

  @IntervalField({})
  interval: Interval;

  @DateField({ description: 'First UTC day, inclusive', example: '2000-01-03' })
  start_date: string;

  @DateField({ description: 'Last UTC day, inclusive', example: '2020-04-17' })
  end_date: string;

  @ObjectField({
    description: "The strategy's parameters; those left out have their defaults",
    example: { fast: 10, slow: 30 },
    optional: true,
    schema: STRATEGY_PARAMETERS_SCHEMA,
  })
  parameters?: Record<string, unknown> | null;

  @TextField({
    description: 'Else the default exchange when it has the symbol, else the only one that has it',
    example: 'us',
    maximum: 64,
    optional: true,
  })
  exchange?: string | null;

  @ObjectField({
    description: 'How signals become fills; what is left out has its default',
    schema: EXECUTION_SCHEMA,
    example: { initial_capital: '10000', slippage_bps: 5, stop_loss: { fraction: 0.05 } },
    optional: true,
  })
  execution?: Record<string, unknown> | null;

  @NestedField(BenchmarkDto, {
    description:
      "The series that is held beside the run, over the same bars and at the run's costs; the run's own without",
    optional: true,
  })
  benchmark?: BenchmarkDto | null;
}

export class UpdateBacktestDto {
  @TextField({ ...STRATEGY_NAME, keepable: true })
  strategy_name?: string;

  @OneOfField(JOB_STATUSES, {
    description: 'Marks the record as manually edited: a queued or running job is cancelled',
    example: 'failed',
    keepable: true,
  })
  status?: JobStatus;

  @NumberField({
    description: 'Annualised; marks the record as manually edited',
    example: 0.8,
    clearable: true,
  })
  sharpe_ratio?: number | null;

  @NumberField({
    description: 'Positive fraction; marks the record as manually edited',
    example: 0.2,
    clearable: true,
  })
  max_drawdown?: number | null;

  @NumberField({
    description: 'Fraction; marks the record as manually edited',
    example: 0.12,
    clearable: true,
  })
  total_return?: number | null;
}

export class BacktestResultRead {
  @ApiProperty({ type: 'integer', example: 42, description: 'Identifier of the backtest' })
  id: number;

  @ApiProperty({ example: 'sma_cross', description: 'Strategy, as requested' })
  strategy_name: string;

  @ApiProperty({ enum: JOB_STATUSES, example: 'completed', description: 'State of the run' })
  status: JobStatus;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Sharpe ratio, annualised, with a risk-free rate of 0; null until completed, or when undefined (ratio)',
    example: 0.41,
  })
  sharpe_ratio: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Largest loss from a peak of the equity, as a share of the peak, 0 or positive; null until completed (fraction: 0.12 is 12 %)',
    example: 0.33,
  })
  max_drawdown: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Final equity over initial capital, minus 1; null until completed (fraction: 0.12 is 12 %)',
    example: 0.97,
  })
  total_return: number | null;

  @ApiProperty({
    format: 'date-time',
    example: '2024-01-02T09:30:00Z',
    description: 'When it was submitted',
  })
  created_at: string;
}

/** What the record shows, and a list or a poll has to read. */
export const BACKTEST_RESULT_COLUMNS = {
  id: true,
  strategyName: true,
  status: true,
  sharpeRatio: true,
  maxDrawdown: true,
  totalReturn: true,
  createdAt: true,
} as const satisfies Partial<Record<keyof Backtest, true>>;

export type BacktestResultRow = Pick<Backtest, keyof typeof BACKTEST_RESULT_COLUMNS>;

export function toBacktestResult(backtest: BacktestResultRow): BacktestResultRead {
  return {
    id: backtest.id,
    strategy_name: backtest.strategyName,
    status: backtest.status,
    sharpe_ratio: backtest.sharpeRatio,
    max_drawdown: backtest.maxDrawdown,
    total_return: backtest.totalReturn,
    created_at: timeText(backtest.createdAt),
  };
}
