import { type Bar } from '../market/candle-columns';
import {
  averageTrueRange,
  averageTrueRangeLookback,
  averageTrueRangeWarmup,
  IncrementalAverageTrueRange,
} from './average-true-range';
import {
  exponentialMovingAverage,
  exponentialMovingAverageLookback,
  exponentialMovingAverageWarmup,
  IncrementalExponentialMovingAverage,
} from './exponential-moving-average';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { overColumns, results, state } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';
import { barsRule, factorRule } from './parameter-rule';

export function keltnerChannelLookback(averageBars: number, rangeBars: number): number {
  return Math.max(exponentialMovingAverageLookback(averageBars), averageTrueRangeLookback(rangeBars));
}

class IncrementalKeltnerChannel implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN, NaN);
  private readonly average: IncrementalExponentialMovingAverage;
  private readonly range: IncrementalAverageTrueRange;

  constructor(
    averageBars: number,
    rangeBars: number,
    private readonly multiplier: number,
  ) {
    this.average = new IncrementalExponentialMovingAverage(averageBars);
    this.range = new IncrementalAverageTrueRange(rangeBars);
  }

  update(bar: Bar): void {
    this.average.update(bar.close);
    this.range.update(bar);
    const middle = this.average.values[0];
    const width = this.multiplier * this.range.values[0];
    this.values[0] = Number.isNaN(width) ? NaN : middle;
    this.values[1] = middle + width;
    this.values[2] = middle - width;
  }
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
  warmup: ({ ema, atr }) => Math.max(exponentialMovingAverageWarmup(ema), averageTrueRangeWarmup(atr)),
  compute(candles, { ema, atr, multiplier }, into) {
    const middle = exponentialMovingAverage(candles.close, ema, 0, into?.[0]);
    const upper = averageTrueRange(candles, atr, into?.[1]);
    const lower = lentColumn(candles.length, into?.[2]);
    const [middles, uppers, lowers] = results;
    const read = [[middles, middle] as const, [uppers, upper] as const];
    const write = [[uppers, upper] as const, [lowers, lower] as const];
    overColumns(0, candles.length, read, write, (bytes) => {
      state[0] = multiplier;
      kernels.bands(bytes);
    });
    return [middle.fill(NaN, 0, keltnerChannelLookback(ema, atr)), upper, lower];
  },
  start: ({ ema, atr, multiplier }) => new IncrementalKeltnerChannel(ema, atr, multiplier),
};
