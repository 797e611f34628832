import { SourceIndicator } from './indicator';
import { barsRule } from './parameter-rule';

export function rateOfChangeLookback(period: number): number {
  return period;
}

/** Change since `period` bars ago in percent of the value then; NaN before index `period` and where that value is 0. */
export function rateOfChange(values: Float64Array, period: number): Float64Array {
  const rates = new Float64Array(values.length).fill(NaN, 0, period);
  for (let index = period; index < values.length; index++) {
    const before = values[index - period];
    rates[index] = before === 0 ? NaN : (values[index] / before - 1) * 100;
  }
  return rates;
}

export const rateOfChangeIndicator: SourceIndicator<'period'> = {
  name: 'roc',
  summary: 'Rate of change: the change over the period in percent.',
  parameters: { period: barsRule(10, 'Bars the change is taken over.') },
  input: 'source',
  outputs: ['roc'],
  lookback: ({ period }) => rateOfChangeLookback(period),
  compute: (source, { period }) => [rateOfChange(source, period)],
};
