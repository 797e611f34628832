import type { Gaps } from '#engine/market/describe-gaps';
import { formatDateTime } from '#engine/market/parse-time';

/** Says what is missing inside the range; nothing is filled in. */
export function gapWarnings({ missing, ranges, rangeCount }: Gaps): string[] {
  if (missing === 0) return [];
  const listed = ranges.map(({ first, last }) =>
    first === last ? formatDateTime(first) : `${formatDateTime(first)} to ${formatDateTime(last)}`,
  );
  const more = rangeCount > ranges.length ? `, and ${rangeCount - ranges.length} more gaps` : '';
  return [`candles missing in the range: ${missing} (${listed.join(', ')}${more}); nothing was filled in`];
}
