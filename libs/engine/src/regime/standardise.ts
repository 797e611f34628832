import { computeMean } from '../performance/compute-mean';
import { type Observations } from './hidden-markov-model';

/** Of log returns and logarithms of ranges: what the rounding of prices makes. */
const NO_DEVIATION = 1e-9;

/** What turns values into standard ones, and back: mean and population standard deviation. */
export interface Scaling {
  readonly mean: number;
  readonly deviation: number;
}

export function measureScaling(values: Float64Array): Scaling {
  const mean = computeMean(values) ?? 0;
  let squares = 0;
  for (let index = 0; index < values.length; index++) squares += (values[index] - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

export function deviates({ deviation }: Scaling): boolean {
  return deviation >= NO_DEVIATION;
}

/** Columns of equal length side by side as observations, each by its scaling. */
export function standardise(
  columns: readonly { readonly values: Float64Array; readonly scaling: Scaling }[],
): Observations {
  const [{ values: first }] = columns;
  const dimensions = columns.length;
  const values = new Float64Array(first.length * dimensions);
  columns.forEach(({ values: column, scaling: { mean, deviation } }, dimension) => {
    for (let time = 0; time < column.length; time++) {
      values[time * dimensions + dimension] = (column[time] - mean) / deviation;
    }
  });
  return { length: first.length, dimensions, values };
}
