import { type Bar, type CandleColumns } from '../market/candle-columns';
import {
  averageTrueRangeLookback,
  averageTrueRangeWarmup,
  IncrementalAverageTrueRange,
  percentOf,
} from './average-true-range';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';

/** Average true range in percent of the close; NaN before index `period`. */
function normalizedAverageTrueRange(
  candles: CandleColumns,
  period: number,
  into?: Float64Array,
): Float64Array {
  const averages = lentColumn(candles.length, into);
  new IncrementalAverageTrueRange(period).write(candles, averages, true);
  return averages;
}

class IncrementalNormalizedAverageTrueRange implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly average: IncrementalAverageTrueRange;

  constructor(period: number) {
    this.average = new IncrementalAverageTrueRange(period);
  }

  update(bar: Bar): void {
    this.average.update(bar);
    this.values[0] = percentOf(this.average.values[0], bar.close);
  }
}

export const normalizedAverageTrueRangeIndicator: CandleIndicator<'period'> = {
  name: 'natr',
  summary: 'Normalized average true range: the average true range in percent of the close.',
  parameters: { period: barsRule(14, 'Bars of the average.') },
  input: 'candles',
  outputs: ['natr'],
  lookback: ({ period }) => averageTrueRangeLookback(period),
  warmup: ({ period }) => averageTrueRangeWarmup(period),
  compute: (candles, { period }, into) => [normalizedAverageTrueRange(candles, period, into?.[0])],
  start: ({ period }) => new IncrementalNormalizedAverageTrueRange(period),
};
