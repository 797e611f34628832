import type { DrawdownSpell } from '#engine/performance/list-drawdowns';
import {
  listMonthlyReturns,
  listYearlyReturns,
  type MonthlyReturn,
} from '#engine/performance/list-monthly-returns';
import { formatDateTime } from '#engine/market/parse-time';
import { CountAnswer, FractionAnswer, IdAnswer, ObjectAnswer, TimeAnswer } from '../http/answer-fields';

export class MonthlyReturnRead {
  @CountAnswer('year', { description: 'UTC year', example: 2008 })
  year: number;

  @CountAnswer('1 to 12', { description: 'UTC month', example: 10 })
  month: number;

  @FractionAnswer({
    description:
      'Equity at the end of the month over that at the end of the month before (the initial capital), minus 1',
    example: -0.031,
  })
  return: number;
}

class MonthRead extends MonthlyReturnRead {
  @FractionAnswer({
    description: 'The same of buy and hold; null in runs of earlier versions',
    example: -0.169,
    nullable: true,
  })
  benchmark_return: number | null;
}

class YearRead {
  @CountAnswer('year', { description: 'UTC year', example: 2008 })
  year: number;

  @FractionAnswer({
    description:
      'Equity at the end of the year over that at the end of the year before (the initial capital), minus 1',
    example: 0.021,
  })
  return: number;

  @FractionAnswer({
    description: 'The same of buy and hold; null in runs of earlier versions',
    example: -0.385,
    nullable: true,
  })
  benchmark_return: number | null;
}

/** Returns of the months and years of a run. */
export class PeriodReturnsRead {
  @IdAnswer('of the backtest')
  id: number;

  @ObjectAnswer([MonthRead], { description: 'UTC months that have bars, oldest first' })
  months: MonthRead[];

  @ObjectAnswer([YearRead], { description: 'UTC years that have bars, oldest first' })
  years: YearRead[];
}

export function toMonthlyReturn({ year, month, return: made }: MonthlyReturn): MonthlyReturnRead {
  return { year, month, return: made };
}

export class DrawdownRead {
  @TimeAnswer({ description: 'Open of the bar at the peak', example: '2007-10-09T00:00:00Z' })
  peak_time: string;

  @TimeAnswer({ description: 'Open of the bar at the lowest point', example: '2009-03-09T00:00:00Z' })
  trough_time: string;

  @TimeAnswer({
    description: 'Open of the first bar that is at the peak again; null: not yet',
    example: '2013-03-28T00:00:00Z',
    nullable: true,
  })
  recovery_time: string | null;

  @FractionAnswer({ description: 'Loss from the peak, as a share of it; positive', example: 0.305 })
  depth: number;

  @CountAnswer('bars', {
    description: 'Bars from the peak to the recovery, or to the last bar',
    example: 1376,
  })
  bars: number;
}

export function toDrawdown({ peakTime, troughTime, recoveryTime, depth, bars }: DrawdownSpell): DrawdownRead {
  return {
    peak_time: formatDateTime(peakTime),
    trough_time: formatDateTime(troughTime),
    recovery_time: recoveryTime === null ? null : formatDateTime(recoveryTime),
    depth,
    bars,
  };
}

interface Curves {
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
  readonly benchmark: Float64Array | null;
}

export function toPeriodReturns(id: number, { openTimes, equity, benchmark }: Curves): PeriodReturnsRead {
  const months = benchmark && listMonthlyReturns(benchmark, openTimes);
  const years = benchmark && listYearlyReturns(benchmark, openTimes);
  // The same bars have the same months and years.
  return {
    id,
    months: listMonthlyReturns(equity, openTimes).map((month, index) => ({
      year: month.year,
      month: month.month,
      return: month.return,
      benchmark_return: months?.[index].return ?? null,
    })),
    years: listYearlyReturns(equity, openTimes).map((year, index) => ({
      year: year.year,
      return: year.return,
      benchmark_return: years?.[index].return ?? null,
    })),
  };
}
