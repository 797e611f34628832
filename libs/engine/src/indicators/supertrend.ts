import { type Bar, type CandleColumns } from '../market/candle-columns';
import {
  averageTrueRange,
  averageTrueRangeLookback,
  averageTrueRangeWarmup,
  IncrementalAverageTrueRange,
} from './average-true-range';
import { type CandleIndicator, type IncrementalIndicator, type LentColumns } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule, factorRule } from './parameter-rule';

export interface Supertrend {
  /** The band that stops the present trend: the lower one while it rises, the upper one while it falls. */
  readonly line: Float64Array;
  /** 1 while the trend rises, -1 while it falls. */
  readonly trend: Float64Array;
}

/**
 * Bands of `multiplier` average true ranges around the middle of the bar, each of which only tightens while the close
 * stays within it; the trend reverses when the close leaves the band that stops it. NaN before the first average true range,
 * where the trend starts as falling.
 *
 * Source: Olivier Seban's Supertrend, in the form of TradingView's Pine Script reference (ta.supertrend).
 */
export function computeSupertrend(
  candles: CandleColumns,
  multiplier: number,
  averageRange: Float64Array,
  from: number,
  into?: LentColumns,
): Supertrend {
  const { high, low, close, length } = candles;
  const line = lentColumn(length, into?.[0]).fill(NaN, 0, from);
  const trend = lentColumn(length, into?.[1]).fill(NaN, 0, from);
  const supertrend = { line, trend };
  let upper = Infinity;
  let lower = -Infinity;
  let closeBefore = 0;
  let direction = -1;
  for (let bar = from; bar < length; bar++) {
    const middle = (high[bar] + low[bar]) / 2;
    const width = multiplier * averageRange[bar];
    if (middle + width < upper || closeBefore > upper) upper = middle + width;
    if (middle - width > lower || closeBefore < lower) lower = middle - width;
    closeBefore = close[bar];
    if (direction < 0 ? closeBefore > upper : closeBefore < lower) direction = -direction;
    trend[bar] = direction;
    line[bar] = direction > 0 ? lower : upper;
  }
  return supertrend;
}

class IncrementalSupertrend implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN);
  private readonly averageRange: IncrementalAverageTrueRange;
  private upper = Infinity;
  private lower = -Infinity;
  private closeBefore = 0;
  private direction = -1;

  constructor(
    period: number,
    private readonly multiplier: number,
  ) {
    this.averageRange = new IncrementalAverageTrueRange(period);
  }

  update(bar: Bar): void {
    this.averageRange.update(bar);
    const width = this.multiplier * this.averageRange.values[0];
    if (Number.isNaN(width)) return;
    const middle = (bar.high + bar.low) / 2;
    if (middle + width < this.upper || this.closeBefore > this.upper) this.upper = middle + width;
    if (middle - width > this.lower || this.closeBefore < this.lower) this.lower = middle - width;
    this.closeBefore = bar.close;
    const { direction, upper, lower, closeBefore } = this;
    if (direction < 0 ? closeBefore > upper : closeBefore < lower) this.direction = -direction;
    this.values[0] = this.direction > 0 ? lower : upper;
    this.values[1] = this.direction;
  }
}

export const supertrendIndicator: CandleIndicator<'period' | 'multiplier'> = {
  name: 'supertrend',
  summary: 'Supertrend: a trailing band of average true ranges, and the side of it the close is on.',
  parameters: {
    period: barsRule(10, 'Bars of the average true range.'),
    multiplier: factorRule(3, 'Distance of the bands in average true ranges.'),
  },
  input: 'candles',
  outputs: ['line', 'trend'],
  lookback: ({ period }) => averageTrueRangeLookback(period),
  // A market that stays within the bands lets the first trend last for ever.
  warmup: () => null,
  warmupOfParts: ({ period }) => averageTrueRangeWarmup(period),
  compute(candles, { period, multiplier }, into) {
    const averageRange = averageTrueRange(candles, period);
    const { line, trend } = computeSupertrend(
      candles,
      multiplier,
      averageRange,
      averageTrueRangeLookback(period),
      into,
    );
    return [line, trend];
  },
  start: ({ period, multiplier }) => new IncrementalSupertrend(period, multiplier),
};
