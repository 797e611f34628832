import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { IncrementalStandardDeviation, rollingStandardDeviation } from './rolling-standard-deviation';
import { IncrementalSimpleMovingAverage, simpleMovingAverage } from './simple-moving-average';

export function zScoreLookback(period: number): number {
  return period - 1;
}

/**
 * Distance of each value to the mean of the last `period` values, in their population standard deviations; NaN before
 * index `period - 1` and over a flat window.
 */
export function zScore(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  const scores = rollingStandardDeviation(values, period, into);
  const mean = simpleMovingAverage(values, period);
  for (let index = zScoreLookback(period); index < values.length; index++) {
    scores[index] = scoreOf(values[index], mean[index], scores[index]);
  }
  return scores;
}

class IncrementalZScore implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly deviation: IncrementalStandardDeviation;
  private readonly mean: IncrementalSimpleMovingAverage;

  constructor(period: number) {
    this.deviation = new IncrementalStandardDeviation(period);
    this.mean = new IncrementalSimpleMovingAverage(period);
  }

  update(value: number): void {
    this.deviation.update(value);
    this.mean.update(value);
    this.values[0] = scoreOf(value, this.mean.values[0], this.deviation.values[0]);
  }
}

function scoreOf(value: number, mean: number, deviation: number): number {
  return deviation === 0 ? NaN : (value - mean) / deviation;
}

export const zScoreIndicator: SourceIndicator<'period'> = {
  name: 'zscore',
  summary: 'Z-score: the distance to the mean of the last values in their standard deviations.',
  parameters: { period: barsRule(20, 'Bars in the window.', 2) },
  input: 'source',
  outputs: ['zscore'],
  lookback: ({ period }) => zScoreLookback(period),
  warmup: ({ period }) => zScoreLookback(period),
  compute: (source, { period }, into) => [zScore(source, period, into?.[0])],
  start: ({ period }) => new IncrementalZScore(period),
};
