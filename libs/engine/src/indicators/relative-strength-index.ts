import { barsToForget } from './bars-to-forget';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';

function relativeStrengthIndexLookback(period: number): number {
  return period;
}

function relativeStrengthIndexWarmup(period: number): number {
  return relativeStrengthIndexLookback(period) + barsToForget(1 - 1 / period);
}

/**
 * Relative strength index, 0 to 100: 100 × gain / (gain + loss), both smoothed as Wilder does: seeded with the mean of
 * the first `period` changes, then `(previous × (period - 1) + change) / period`. NaN before index `period`; 0 where
 * there is neither gain nor loss (TA-Lib's convention).
 *
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 */
export function relativeStrengthIndex(
  values: Float64Array,
  period: number,
  into?: Float64Array,
): Float64Array {
  const strengths = lentColumn(values.length, into).fill(NaN, 0, period);
  if (values.length <= period) return strengths;
  let gain = 0;
  let loss = 0;
  for (let index = 1; index <= period; index++) {
    const change = values[index] - values[index - 1];
    if (change > 0) gain += change;
    else loss -= change;
  }
  gain /= period;
  loss /= period;
  strengths[period] = strengthOf(gain, loss);
  const kept = (period - 1) / period;
  // Size plus and minus the change is twice the gain and twice the loss: no branch on what no one can foresee.
  const halfWeight = 0.5 / period;
  for (let index = period + 1; index < values.length; index++) {
    const change = values[index] - values[index - 1];
    const size = Math.abs(change);
    gain = gain * kept + (size + change) * halfWeight;
    loss = loss * kept + (size - change) * halfWeight;
    strengths[index] = strengthOf(gain, loss);
  }
  return strengths;
}

class IncrementalRelativeStrengthIndex implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly kept: number;
  private readonly halfWeight: number;
  private missing: number;
  private before = NaN;
  private gain = 0;
  private loss = 0;

  constructor(private readonly period: number) {
    this.kept = (period - 1) / period;
    this.halfWeight = 0.5 / period;
    this.missing = period + 1;
  }

  update(value: number): void {
    const change = value - this.before;
    this.before = value;
    if (this.missing > 0) {
      this.addToSeed(change);
      if (this.missing > 0) return;
    } else {
      const size = Math.abs(change);
      this.gain = this.gain * this.kept + (size + change) * this.halfWeight;
      this.loss = this.loss * this.kept + (size - change) * this.halfWeight;
    }
    this.values[0] = strengthOf(this.gain, this.loss);
  }

  private addToSeed(change: number): void {
    // The first value has changed from nothing.
    if (this.missing-- > this.period) return;
    if (change > 0) this.gain += change;
    else this.loss -= change;
    if (this.missing > 0) return;
    this.gain /= this.period;
    this.loss /= this.period;
  }
}

function strengthOf(gain: number, loss: number): number {
  const movement = gain + loss;
  return movement === 0 ? 0 : 100 * (gain / movement);
}

export const relativeStrengthIndexIndicator: SourceIndicator<'period'> = {
  name: 'rsi',
  summary: "Relative strength index: Wilder's share of gains in all changes, 0 to 100.",
  parameters: { period: barsRule(14, 'Bars of the smoothing.', 2) },
  input: 'source',
  outputs: ['rsi'],
  lookback: ({ period }) => relativeStrengthIndexLookback(period),
  warmup: ({ period }) => relativeStrengthIndexWarmup(period),
  compute: (source, { period }, into) => [relativeStrengthIndex(source, period, into?.[0])],
  start: ({ period }) => new IncrementalRelativeStrengthIndex(period),
};
