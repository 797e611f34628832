import { averageTrueRange, averageTrueRangeLookback } from './average-true-range';
import { exponentialMovingAverage, exponentialMovingAverageLookback } from './exponential-moving-average';
import { CandleIndicator } from './indicator';
import { barsRule, factorRule } from './parameter-rule';

export function keltnerChannelLookback(averageBars: number, rangeBars: number): number {
  return Math.max(exponentialMovingAverageLookback(averageBars), averageTrueRangeLookback(rangeBars));
}

/**
 * Exponential moving average of the close and, `multiplier` average true ranges above and below it, the channel.
 *
 * Source: Chester Keltner (1960) as modified by Linda Bradford Raschke.
 */
export const keltnerChannelIndicator: CandleIndicator<'ema' | 'atr' | 'multiplier'> = {
  name: 'keltner',
  summary:
    'Keltner channel: an exponential moving average and a multiple of the average true range around it.',
  parameters: {
    ema: barsRule(20, 'Bars of the average of closes.'),
    atr: barsRule(10, 'Bars of the average true range.'),
    multiplier: factorRule(2, 'Distance of the channel in average true ranges.'),
  },
  input: 'candles',
  outputs: ['middle', 'upper', 'lower'],
  lookback: ({ ema, atr }) => keltnerChannelLookback(ema, atr),
  compute(candles, { ema, atr, multiplier }) {
    const middle = exponentialMovingAverage(candles.close, ema);
    const upper = averageTrueRange(candles, atr);
    const lower = new Float64Array(candles.length);
    for (let bar = 0; bar < candles.length; bar++) {
      const width = multiplier * upper[bar];
      upper[bar] = middle[bar] + width;
      lower[bar] = middle[bar] - width;
    }
    return [middle.fill(NaN, 0, keltnerChannelLookback(ema, atr)), upper, lower];
  },
};
