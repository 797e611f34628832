import { type Bar, type CandleColumns } from '../market/candle-columns';
import { barsToForget } from './bars-to-forget';
import { type CandleIndicator, type IncrementalIndicator, type LentColumns } from './indicator';
import { lentColumn } from './lent-column';
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
  const first = averageDirectionalIndexLookback(period);
  const average = lentColumn(length, into?.[0]).fill(NaN, 0, first);
  const plus = lentColumn(length, into?.[1]).fill(NaN, 0, period);
  const minus = lentColumn(length, into?.[2]).fill(NaN, 0, period);
  let up = 0;
  let down = 0;
  let range = 0;
  let index = 0;
  for (let bar = 1; bar < length; bar++) {
    // The first period - 1 bars are summed; from then on each sum first loses its mean.
    if (bar >= period) {
      up -= up / period;
      down -= down / period;
      range -= range / period;
    }
    const rise = high[bar] - high[bar - 1];
    const fall = low[bar - 1] - low[bar];
    if (rise > 0 && rise > fall) up += rise;
    else if (fall > 0 && fall > rise) down += fall;
    range += trueRangeOf(high[bar], low[bar], close[bar - 1]);
    if (bar < period) continue;

    plus[bar] = percentOf(up, range);
    minus[bar] = percentOf(down, range);
    const moved = up + down;
    const direction = moved === 0 ? NaN : (100 * Math.abs(up - down)) / moved;
    if (bar <= first) {
      if (moved !== 0) index += direction;
      if (bar < first) continue;
      index /= period;
    } else if (moved !== 0) {
      index = (index * (period - 1) + direction) / period;
    }
    average[bar] = index;
  }
  return [average, plus, minus];
}

class IncrementalDirectionalMovement implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN, NaN);
  private readonly first: number;
  private bar = 0;
  private highBefore = NaN;
  private lowBefore = NaN;
  private closeBefore = NaN;
  private up = 0;
  private down = 0;
  private range = 0;
  private index = 0;

  constructor(private readonly period: number) {
    this.first = averageDirectionalIndexLookback(period);
  }

  update({ high, low, close }: Bar): void {
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
    const moved = up + down;
    const direction = moved === 0 ? NaN : (100 * Math.abs(up - down)) / moved;
    if (bar <= first) {
      if (moved !== 0) this.index += direction;
      if (bar < first) return;
      this.index /= period;
    } else if (moved !== 0) {
      this.index = (this.index * (period - 1) + direction) / period;
    }
    values[0] = this.index;
  }
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
