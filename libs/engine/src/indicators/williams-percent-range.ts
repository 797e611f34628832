import { CandleColumns } from '../market/candle-columns';
import { CandleIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { rollingHighest, rollingLowest } from './rolling-extremes';

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
    const range = highest[bar] - places[bar];
    places[bar] = range === 0 ? 0 : (-100 * (highest[bar] - candles.close[bar])) / range;
  }
  return places;
}

export const williamsPercentRangeIndicator: CandleIndicator<'period'> = {
  name: 'williams_r',
  summary: 'Williams %R: the place of the close in the range of the last bars, -100 to 0.',
  parameters: { period: barsRule(14, 'Bars of the range.') },
  input: 'candles',
  outputs: ['williams_r'],
  lookback: ({ period }) => williamsPercentRangeLookback(period),
  compute: (candles, { period }) => [williamsPercentRange(candles, period)],
};
