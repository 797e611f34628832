import { CandleColumns } from '../market/candle-columns';
import { CandleIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { simpleMovingAverage } from './simple-moving-average';
import { typicalPrice } from './typical-price';

function commodityChannelIndexLookback(period: number): number {
  return period - 1;
}

/** Lambert's constant: it puts most values between -100 and 100. */
const SCALE = 0.015;

/**
 * Distance of the typical price to its mean over `period` bars, in 0.015 mean absolute deviations; NaN before index
 * `period - 1`, 0 over a flat window (TA-Lib's convention). The deviations are taken anew around each bar's mean, so the
 * cost grows with the period.
 *
 * Source: Donald Lambert, Commodities magazine, October 1980.
 */
function commodityChannelIndex(candles: CandleColumns, period: number): Float64Array {
  const prices = typicalPrice(candles);
  const indexes = simpleMovingAverage(prices, period);
  for (let bar = commodityChannelIndexLookback(period); bar < candles.length; bar++) {
    const mean = indexes[bar];
    let deviation = 0;
    for (let place = bar - period + 1; place <= bar; place++) deviation += Math.abs(prices[place] - mean);
    const distance = prices[bar] - mean;
    indexes[bar] = deviation === 0 || distance === 0 ? 0 : distance / ((SCALE * deviation) / period);
  }
  return indexes;
}

export const commodityChannelIndexIndicator: CandleIndicator<'period'> = {
  name: 'cci',
  summary: 'Commodity channel index: the distance of the typical price to its mean in mean deviations.',
  parameters: { period: barsRule(20, 'Bars in the window.', 2) },
  input: 'candles',
  outputs: ['cci'],
  lookback: ({ period }) => commodityChannelIndexLookback(period),
  compute: (candles, { period }) => [commodityChannelIndex(candles, period)],
};
