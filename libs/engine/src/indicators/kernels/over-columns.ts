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

interface Input {
  readonly column: Float64Array;
  readonly region: Region;
  /** Bars before a stretch that are read with it. */
  readonly before?: number;
}

/** Has a kernel compute columns of others, stretch by stretch: `compute` is given the length of one, in bytes. */
export function overColumns(
  from: number,
  to: number,
  read: readonly Input[],
  write: readonly Float64Array[],
  compute: (bytes: number) => void,
): void {
  const ofStretch = (start: number, end: number) => {
    for (const { column, region, before } of read) region.read(column, start, end, before);
    compute((end - start) * BYTES);
    write.forEach((column, output) => results[output].write(column, start, end));
  };
  inStretches(from, to, ofStretch, REGION);
}
