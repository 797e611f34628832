import { Bar, CandleColumns } from '../market/candle-columns';
import { CandleIndicator, IncrementalIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import {
  IncrementalRollingHighest,
  IncrementalRollingLowest,
  rollingHighest,
  rollingLowest,
} from './rolling-extremes';

function williamsPercentRangeLookback(period: number): number {
  return period - 1;
}

/**
 * Where the close lies between the lowest low (-100) and the highest high (0) of the last `period` bars; NaN before index
 * `period - 1`, 0 where the two are the same (TA-Lib's convention).
 */
function williamsPercentRange(candles: CandleColumns, period: number): Float64Array {
  const highest = rollingHighest(candles.high, period);
  const places = rollingLowest(candles.low, period);
  for (let bar = period - 1; bar < candles.length; bar++) {
    places[bar] = placeOf(candles.close[bar], places[bar], highest[bar]);
  }
  return places;
}

class IncrementalWilliamsPercentRange implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly highest: IncrementalRollingHighest;
  private readonly lowest: IncrementalRollingLowest;

  constructor(period: number) {
    this.highest = new IncrementalRollingHighest(period);
    this.lowest = new IncrementalRollingLowest(period);
  }

  update({ high, low, close }: Bar): void {
    this.highest.update(high);
    this.lowest.update(low);
    this.values[0] = placeOf(close, this.lowest.values[0], this.highest.values[0]);
  }
}

function placeOf(close: number, lowest: number, highest: number): number {
  const range = highest - lowest;
  return range === 0 ? 0 : (-100 * (highest - close)) / range;
}

export const williamsPercentRangeIndicator: CandleIndicator<'period'> = {
  name: 'williams_r',
  summary: 'Williams %R: the place of the close in the range of the last bars, -100 to 0.',
  parameters: { period: barsRule(14, 'Bars of the range.') },
  input: 'candles',
  outputs: ['williams_r'],
  lookback: ({ period }) => williamsPercentRangeLookback(period),
  warmup: ({ period }) => williamsPercentRangeLookback(period),
  compute: (candles, { period }) => [williamsPercentRange(candles, period)],
  start: ({ period }) => new IncrementalWilliamsPercentRange(period),
};
