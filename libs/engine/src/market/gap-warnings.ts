import { type Calendar } from '../calendar/calendar';
import { describeGaps, type Gaps } from './describe-gaps';
import { formatDateTime } from './parse-time';

/** A warning has 300 characters. */
export const LISTED_GAPS = 4;

/** What is missing between the first candle and the last, and what overlaps. */
export function candleWarnings(
  openTime: Float64Array,
  intervalSeconds: number,
  calendar: Calendar,
): readonly string[] {
  return [
    ...gapWarnings(describeGaps(openTime, intervalSeconds, calendar, { rangeLimit: LISTED_GAPS })),
    ...overlapWarnings(openTime, intervalSeconds),
  ];
}

/** Candles that lie closer together than their interval: a sign of a wrong interval, or of times off the grid. */
export function overlapWarnings(openTime: Float64Array, intervalSeconds: number): string[] {
  let overlapping = 0;
  for (let index = 1; index < openTime.length; index++) {
    if (openTime[index] - openTime[index - 1] < intervalSeconds * 1000) overlapping++;
  }
  if (overlapping === 0) return [];
  return [`candles that open before the one before them is over: ${overlapping}; is the interval right?`];
}

/** Says what is missing inside the range; nothing is filled in. */
export function gapWarnings({ missing, ranges, rangeCount }: Gaps): string[] {
  if (missing === 0) return [];
  const listed = ranges.map(({ first, last }) =>
    first === last ? formatDateTime(first) : `${formatDateTime(first)} to ${formatDateTime(last)}`,
  );
  const more = rangeCount > ranges.length ? `, and ${rangeCount - ranges.length} more gaps` : '';
  return [`candles missing in the range, nothing was filled in: ${missing} (${listed.join(', ')}${more})`];
}
