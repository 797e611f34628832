import { ApiProperty } from '@nestjs/swagger';
import type { Run } from '#domain/runs/run.entity';
import { formatDateTime } from '#engine/market/parse-time';
import type { Correlation } from '#engine/performance/correlate-returns';
import type { MergedGrowth } from '#engine/performance/merge-growth';
import { ObjectAnswer, TextAnswer, TimeAnswer } from '../../http/answer-fields';
import { RunRead, toRunRead } from '../runs/run.dto';
import type { SettingDifference } from './run-settings';

class SettingDifferenceRead {
  @TextAnswer({
    description:
      'Path of the setting: strategy_name, symbol, exchange, interval, start_date, end_date, and what is below parameters, execution and, of ' +
      'walk-forward and portfolio runs, their own settings',
    example: 'parameters.fast',
  })
  setting: string;

  @ApiProperty({
    description: 'Its value in each run, in the order of the runs; null where one has none',
    type: 'array',
    items: {
      description:
        'Any JSON value: settings are numbers, texts, flags and lists, whatever the strategy takes',
    },
    example: [10, 20],
  })
  values: readonly unknown[];
}

class CorrelationsRead {
  @ApiProperty({
    description:
      'Pearson correlation of the daily returns of each two runs over the days that both have (no unit, −1 to 1); null with fewer than two common ' +
      'days, and where a run does not vary over them',
    type: 'array',
    items: { type: 'array', items: { type: 'number', nullable: true } },
    example: [
      [1, 0.83],
      [0.83, 1],
    ],
  })
  coefficients: readonly (readonly (number | null)[])[];

  @ApiProperty({
    description: 'Days that both have (days)',
    type: 'array',
    items: { type: 'array', items: { type: 'integer' } },
    example: [
      [5104, 5104],
      [5104, 5104],
    ],
  })
  common_days: readonly (readonly number[])[];
}

class GrowthPointRead {
  @TimeAnswer({ description: 'Open of a bar of one of the runs', example: '2000-01-03T00:00:00Z' })
  time: string;

  @ApiProperty({
    description:
      'Equity of each run over its equity at the start (multiple): that of its last bar so far; null before its first bar and after its last',
    type: 'array',
    items: { type: 'number', nullable: true },
    example: [1, 1],
  })
  growth: readonly (number | null)[];
}

class ComparedEquityRead {
  @TimeAnswer({
    description:
      'The first time at which all runs have begun, where their growth is 1. Null where they have no time in common: each is then 1 at its own first bar',
    example: '2000-01-03T00:00:00Z',
    nullable: true,
  })
  start: string | null;

  @ObjectAnswer([GrowthPointRead], { description: 'The curves on one axis, oldest first' })
  points: GrowthPointRead[];
}

/** Runs side by side. Lists of values are in the order of the runs. */
export class ComparisonRead {
  @ObjectAnswer([RunRead], { description: 'The runs, in the order of the query' })
  runs: RunRead[];

  @ObjectAnswer([SettingDifferenceRead], {
    description:
      'What was not requested alike, defaults filled in; the execution of a walk-forward run by the fee presets of now',
  })
  differences: SettingDifferenceRead[];

  @ObjectAnswer(CorrelationsRead, {
    description: 'How alike their daily returns are, a line and a column for each run',
  })
  correlations: CorrelationsRead;

  @ObjectAnswer(ComparedEquityRead, { description: 'Their equity' })
  equity: ComparedEquityRead;
}

/** What every run was requested for, under the names of the settings that differ. */
export function toRequestedRun(run: Run) {
  return {
    strategy_name: run.strategyName,
    symbol: run.symbol,
    exchange: run.exchange,
    interval: run.interval,
    start_date: run.startDate,
    end_date: run.endDate,
  };
}

interface Comparison {
  readonly runs: readonly Run[];
  readonly differences: readonly SettingDifference[];
  /** A line for each run. */
  readonly correlations: readonly (readonly Correlation[])[];
  readonly merged: MergedGrowth;
}

export function toComparison({ runs, differences, correlations, merged }: Comparison): ComparisonRead {
  const { start, times, growth } = merged;
  return {
    runs: runs.map(toRunRead),
    differences: differences.map(({ setting, values }) => ({ setting, values })),
    correlations: {
      coefficients: correlations.map((line) => line.map(({ coefficient }) => coefficient)),
      common_days: correlations.map((line) => line.map(({ commonDays }) => commonDays)),
    },
    equity: {
      start: start === null ? null : formatDateTime(start),
      points: times.map((time, index) => ({ time: formatDateTime(time), growth: growth[index] })),
    },
  };
}
