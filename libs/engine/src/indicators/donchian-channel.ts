import { type Bar } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import {
  IncrementalRollingHighest,
  IncrementalRollingLowest,
  rollingHighest,
  rollingLowest,
} from './rolling-extremes';

function donchianChannelLookback(period: number): number {
  return period - 1;
}

/** The middles of two columns, written to a third or to one of them. */
export function middleOf(some: Float64Array, others: Float64Array, into: Float64Array): Float64Array {
  for (let bar = 0; bar < into.length; bar++) into[bar] = (some[bar] + others[bar]) / 2;
  return into;
}

export class IncrementalDonchianChannel implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN, NaN);
  private readonly highest: IncrementalRollingHighest;
  private readonly lowest: IncrementalRollingLowest;

  constructor(period: number) {
    this.highest = new IncrementalRollingHighest(period);
    this.lowest = new IncrementalRollingLowest(period);
  }

  update({ high, low }: Bar): void {
    this.highest.update(high);
    this.lowest.update(low);
    const upper = this.highest.values[0];
    const lower = this.lowest.values[0];
    this.values[0] = (upper + lower) / 2;
    this.values[1] = upper;
    this.values[2] = lower;
  }
}

/**
 * The highest high and the lowest low of the last bars, the newest among them, and the middle between the two.
 *
 * Source: Richard Donchian's four-week rule (1960).
 */
export const donchianChannelIndicator: CandleIndicator<'period'> = {
  name: 'donchian',
  summary: 'Donchian channel: the highest high, the lowest low and the middle between them of the last bars.',
  parameters: { period: barsRule(20, 'Bars in the window.') },
  input: 'candles',
  outputs: ['middle', 'upper', 'lower'],
  lookback: ({ period }) => donchianChannelLookback(period),
  warmup: ({ period }) => donchianChannelLookback(period),
  compute({ high, low, length }, { period }, into) {
    const upper = rollingHighest(high, period, into?.[1]);
    const lower = rollingLowest(low, period, into?.[2]);
    return [middleOf(upper, lower, lentColumn(length, into?.[0])), upper, lower];
  },
  start: ({ period }) => new IncrementalDonchianChannel(period),
};
