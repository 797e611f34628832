import { inStretches } from '../in-stretches';
import { REGION } from './kernel-memory';
import { kernels, Region } from './simd-kernels';

/** What finds the highest or the lowest of each window, a stretch at a time. */
interface ExtremeFinder {
  readonly values: Region;
  /** The extremes of the windows that end in the stretch. */
  readonly found: Region;
  readonly tails: Region;
  readonly find: (typeof kernels)['highest'];
  readonly worst: number;
}

export const HIGHEST: ExtremeFinder = {
  values: new Region(0),
  found: new Region(1),
  tails: new Region(2),
  find: kernels.highest,
  worst: -Infinity,
};

export const LOWEST: ExtremeFinder = {
  values: new Region(3),
  found: new Region(4),
  tails: new Region(5),
  find: kernels.lowest,
  worst: Infinity,
};

/** Finds the extremes of columns, each with its finder; `use` is called after every stretch. */
export function findExtremes(
  columns: readonly (readonly [Float64Array, ExtremeFinder])[],
  period: number,
  use: (start: number, end: number) => void,
): void {
  const blocks = Math.floor(REGION / (period + 1));
  if (blocks === 0) throw new RangeError(`A window of ${period} bars is longer than ${REGION - 1}.`);
  const blockBytes = period * Float64Array.BYTES_PER_ELEMENT;
  for (const [, { tails, worst }] of columns) tails.fill(worst);
  const [[{ length }]] = columns;
  const findStretch = (start: number, end: number) => {
    const bytes = (end - start) * Float64Array.BYTES_PER_ELEMENT;
    for (const [column, { values, found, tails, find }] of columns) {
      values.read(column, start, end);
      find(values.address, found.address, tails.address, bytes, blockBytes);
    }
    use(start, end);
  };
  inStretches(0, length, findStretch, blocks * period);
}
