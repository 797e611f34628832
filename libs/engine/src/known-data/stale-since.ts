import { isAscending } from './is-ascending';
import { type KnownData } from './known-data';

/**
 * When it last became known (ms), where a moment is later than that by more than twice the longest time between two before: its last
 * value has stayed for longer than any of them. NaN where it has not, and of headlines, which lose their weight themselves.
 */
export function staleSince(known: KnownData, moment: number): number {
  if (known.kind === 'headlines') return NaN;
  const times = known.kind === 'candles' ? known.closeTime : known.knownAt;
  if (times.length === 0) return NaN;
  const ascending = isAscending(times) ? times : times.slice().sort();
  const last = ascending[ascending.length - 1];
  if (last > moment) return NaN;
  let longest = 0;
  for (let index = 1; index < ascending.length; index++)
    longest = Math.max(longest, ascending[index] - ascending[index - 1]);
  return moment - last > 2 * longest ? last : NaN;
}
