import { SourceIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { rollingStandardDeviation } from './rolling-standard-deviation';
import { simpleMovingAverage } from './simple-moving-average';

export function zScoreLookback(period: number): number {
  return period - 1;
}

/**
 * Distance of each value to the mean of the last `period` values, in their population standard deviations; NaN before
 * index `period - 1` and over a flat window.
 */
export function zScore(values: Float64Array, period: number): Float64Array {
  const scores = rollingStandardDeviation(values, period);
  const mean = simpleMovingAverage(values, period);
  for (let index = zScoreLookback(period); index < values.length; index++) {
    const deviation = scores[index];
    scores[index] = deviation === 0 ? NaN : (values[index] - mean[index]) / deviation;
  }
  return scores;
}

export const zScoreIndicator: SourceIndicator<'period'> = {
  name: 'zscore',
  summary: 'Z-score: the distance to the mean of the last values in their standard deviations.',
  parameters: { period: barsRule(20, 'Bars in the window.', 2) },
  input: 'source',
  outputs: ['zscore'],
  lookback: ({ period }) => zScoreLookback(period),
  compute: (source, { period }) => [zScore(source, period)],
};
