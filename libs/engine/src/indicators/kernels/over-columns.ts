import { inStretches } from '../in-stretches';
import { BYTES, CLOSES, LOWS, REGION, RESULTS, STATE, VALUES, VOLUMES } from './kernel-memory';
import { Region } from './simd-kernels';

/** Where the kernels over columns read and write. */
export const inputs = {
  /** Or highs. */
  values: new Region(VALUES, 2),
  lows: new Region(LOWS),
  closes: new Region(CLOSES),
  volumes: new Region(VOLUMES),
};
export const results = RESULTS.map((index) => new Region(index));
export const { values: state } = new Region(STATE);

/** A column that is copied to a region, with so many bars before each stretch. */
export type Input = readonly [region: Region, column: Float64Array, before?: number];
type Output = readonly [region: Region, column: Float64Array];

/** Has kernels compute columns of others, stretch by stretch: `compute` is given the length of one, in bytes. */
export function overColumns(
  from: number,
  to: number,
  read: readonly Input[],
  write: readonly Output[],
  compute: (bytes: number) => void,
): void {
  const ofStretch = (start: number, end: number) => {
    for (const [region, column, before] of read) region.read(column, start, end, before);
    compute((end - start) * BYTES);
    for (const [region, column] of write) region.write(column, start, end);
  };
  inStretches(from, to, ofStretch, REGION);
}

/** Has kernels compute a column of the values from `from` on and of as many before as a window of `period` reaches back. */
export function overValues(
  values: Float64Array,
  period: number,
  from: number,
  output: Float64Array,
  compute: (bytes: number) => void,
): void {
  overColumns(from, values.length, [[inputs.values, values, period]], [[results[0], output]], compute);
}
