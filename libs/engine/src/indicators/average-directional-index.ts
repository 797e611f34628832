import { type Bar, type CandleColumns } from '../market/candle-columns';
import { barsToForget } from './bars-to-forget';
import { type CandleIndicator, type IncrementalIndicator, type LentColumns } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import { trueRangeOf } from './true-range';

function averageDirectionalIndexLookback(period: number): number {
  return 2 * period - 1;
}

/** The movements are smoothed, and the index made of them again. */
function averageDirectionalIndexWarmup(period: number): number {
  const kept = 1 - 1 / period;
  return averageDirectionalIndexLookback(period) + barsToForget(kept, kept);
}

/**
 * Average directional index, the strength of the trend whichever way it goes, NaN before index `2 × period - 1`, and the two
 * directional indicators it is made of, the shares of the range that moved up and down, NaN before index `period`: all 0 to
 * 100 and smoothed as Wilder does. Where nothing moved, the indicators are 0 and the average stays as it was (TA-Lib's
 * convention).
 *
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 */
function directionalMovement(candles: CandleColumns, period: number, into?: LentColumns): Float64Array[] {
  const { high, low, close, length } = candles;
  const columns = [0, 1, 2].map((output) => lentColumn(length, into?.[output]));
  const [average, plus, minus] = columns;
  const begun = Math.min(length, averageDirectionalIndexLookback(period) + 1);
  const state = new IncrementalDirectionalMovement(period);
  for (let bar = 0; bar < begun; bar++) {
    state.update({ high: high[bar], low: low[bar], close: close[bar] });
    columns.forEach((column, output) => (column[bar] = state.values[output]));
  }
  let { up, down, range, index } = state;
  for (let bar = begun; bar < length; bar++) {
    up -= up / period;
    down -= down / period;
    range -= range / period;
    const rise = high[bar] - high[bar - 1];
    const fall = low[bar - 1] - low[bar];
    if (rise > 0 && rise > fall) up += rise;
    else if (fall > 0 && fall > rise) down += fall;
    range += trueRangeOf(high[bar], low[bar], close[bar - 1]);
    plus[bar] = percentOf(up, range);
    minus[bar] = percentOf(down, range);
    if (up + down !== 0) index = (index * (period - 1) + directionOf(up, down)) / period;
    average[bar] = index;
  }
  return columns;
}

class IncrementalDirectionalMovement implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN, NaN);
  private readonly first: number;
  private bar = 0;
  private highBefore = NaN;
  private lowBefore = NaN;
  private closeBefore = NaN;
  up = 0;
  down = 0;
  range = 0;
  index = 0;

  constructor(private readonly period: number) {
    this.first = averageDirectionalIndexLookback(period);
  }

  update({ high, low, close }: Pick<Bar, 'high' | 'low' | 'close'>): void {
    if (this.bar > 0) this.addMovement(high, low);
    this.highBefore = high;
    this.lowBefore = low;
    this.closeBefore = close;
    if (this.bar >= this.period) this.writeValues();
    // Beyond the first index it makes no difference which bar it is.
    if (this.bar <= this.first) this.bar++;
  }

  private addMovement(high: number, low: number): void {
    const { period } = this;
    if (this.bar >= period) {
      this.up -= this.up / period;
      this.down -= this.down / period;
      this.range -= this.range / period;
    }
    const rise = high - this.highBefore;
    const fall = this.lowBefore - low;
    if (rise > 0 && rise > fall) this.up += rise;
    else if (fall > 0 && fall > rise) this.down += fall;
    this.range += trueRangeOf(high, low, this.closeBefore);
  }

  private writeValues(): void {
    const { values, period, bar, first, up, down } = this;
    values[1] = percentOf(up, this.range);
    values[2] = percentOf(down, this.range);
    const hasMoved = up + down !== 0;
    if (bar <= first) {
      if (hasMoved) this.index += directionOf(up, down);
      if (bar < first) return;
      this.index /= period;
    } else if (hasMoved) {
      this.index = (this.index * (period - 1) + directionOf(up, down)) / period;
    }
    values[0] = this.index;
  }
}

/** Of a movement that is not 0. */
function directionOf(up: number, down: number): number {
  return (100 * Math.abs(up - down)) / (up + down);
}

function percentOf(movement: number, range: number): number {
  return range === 0 ? 0 : (100 * movement) / range;
}

export const averageDirectionalIndexIndicator: CandleIndicator<'period'> = {
  name: 'adx',
  summary:
    'Average directional index: the strength of the trend, 0 to 100, and its upward and downward part.',
  parameters: { period: barsRule(14, 'Bars of the smoothing.', 2) },
  input: 'candles',
  outputs: ['adx', 'plus_di', 'minus_di'],
  lookback: ({ period }) => averageDirectionalIndexLookback(period),
  warmup: ({ period }) => averageDirectionalIndexWarmup(period),
  compute: (candles, { period }, into) => directionalMovement(candles, period, into),
  start: ({ period }) => new IncrementalDirectionalMovement(period),
};
