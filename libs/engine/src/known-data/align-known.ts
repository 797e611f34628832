import { isAscending } from './is-ascending';
import { type KnownRows } from './known-data';

/**
 * At each close (ms, ascending), the value that became known last at or before it; NaN before the first. Of what became known at one
 * moment the last row counts. As pandas' merge_asof backwards on the times at which values became known.
 */
export function alignKnown(
  closeTimes: Float64Array,
  { knownAt, value }: Pick<KnownRows, 'knownAt' | 'value'>,
): Float64Array {
  const rows = isAscending(knownAt) ? null : ascending(knownAt);
  const aligned = new Float64Array(closeTimes.length);
  let next = 0;
  let last = NaN;
  for (let bar = 0; bar < aligned.length; bar++) {
    for (; next < value.length; next++) {
      const row = rows === null ? next : rows[next];
      if (knownAt[row] > closeTimes[bar]) break;
      last = value[row];
    }
    aligned[bar] = last;
  }
  return aligned;
}

/** The rows by their times. */
function ascending(times: Float64Array): Uint32Array {
  return Uint32Array.from(times.keys()).sort((one, other) => times[one] - times[other] || one - other);
}
