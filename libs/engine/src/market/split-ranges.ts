import type { MissingRange } from './describe-gaps';

/** A stretch of time; both ends inclusive, ms. */
export interface TimeSpan {
  readonly first: number;
  readonly last: number;
}

export interface RangePart<Range, Mark> extends MissingRange {
  readonly range: Range;
  /** The mark that it lies under, if any. */
  readonly mark: Mark | undefined;
}

/**
 * Cuts runs of missing candles where marks begin and end, so that each part lies under one mark or under none. Ranges and
 * marks are ascending and do not overlap among themselves; round the clock, where each interval of a run is due.
 */
export function splitRanges<Range extends MissingRange, Mark extends TimeSpan>(
  ranges: readonly Range[],
  marks: readonly Mark[],
  intervalMilliseconds: number,
): RangePart<Range, Mark>[] {
  const parts: RangePart<Range, Mark>[] = [];
  let index = 0;
  for (const range of ranges) {
    const slots = range.missing;
    const push = (from: number, to: number, mark?: Mark) => {
      if (from > to) return;
      const first = range.first + from * intervalMilliseconds;
      const last = to === slots - 1 ? range.last : range.first + to * intervalMilliseconds;
      parts.push({ first, last, missing: to - from + 1, range, mark });
    };
    let next = 0;
    while (index < marks.length && marks[index].last < range.first) index++;
    for (let at = index; at < marks.length && marks[at].first <= range.last; at++) {
      const from = Math.max(0, Math.ceil((marks[at].first - range.first) / intervalMilliseconds));
      const to = Math.min(slots - 1, Math.floor((marks[at].last - range.first) / intervalMilliseconds));
      if (from > to) continue;
      push(next, from - 1);
      push(from, to, marks[at]);
      next = to + 1;
    }
    push(next, slots - 1);
  }
  return parts;
}
