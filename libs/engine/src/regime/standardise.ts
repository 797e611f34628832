import { computeMean } from '../performance/compute-mean';
import { type Observations } from './hidden-markov-model';

/** Of log returns and logarithms of ranges: what the rounding of prices makes; as a share of the mean where that is more. */
const NO_DEVIATION = 1e-9;
const NO_DEVIATION_SHARE = 1e-6;

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

export function deviates({ mean, deviation }: Scaling): boolean {
  return deviation >= Math.max(NO_DEVIATION, NO_DEVIATION_SHARE * Math.abs(mean));
}

/** −1, 0 or 1: where values go that do not deviate; 0 where they do, or are what the rounding of prices makes. */
export function constantSign(scaling: Scaling): number {
  return deviates(scaling) || Math.abs(scaling.mean) < NO_DEVIATION ? 0 : Math.sign(scaling.mean);
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
