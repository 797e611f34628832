import type { CandleGrid } from './candle-grid';
import type { MissingRange } from './describe-gaps';
import { expectedOpenTimes } from './expected-candles';

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
 * marks are ascending and do not overlap among themselves.
 */
export function splitRanges<Range extends MissingRange, Mark extends TimeSpan>(
  ranges: readonly Range[],
  marks: readonly Mark[],
  grid: CandleGrid,
): RangePart<Range, Mark>[] {
  const parts: RangePart<Range, Mark>[] = [];
  let index = 0;
  for (const range of ranges) {
    const candles = candlesOf(range, grid);
    const lastIndex = range.missing - 1;
    const push = (from: number, to: number, mark?: Mark) => {
      if (from > to) return;
      const last = to === lastIndex ? range.last : candles.at(to);
      parts.push({ first: candles.at(from), last, missing: to - from + 1, range, mark });
    };
    let next = 0;
    while (index < marks.length && marks[index].last < range.first) index++;
    for (let at = index; at < marks.length && marks[at].first <= range.last; at++) {
      const from = Math.max(0, candles.firstFrom(marks[at].first));
      const to = Math.min(lastIndex, candles.lastUpTo(marks[at].last));
      if (from > to) continue;
      push(next, from - 1);
      push(from, to, marks[at]);
      next = to + 1;
    }
    push(next, lastIndex);
  }
  return parts;
}

/** The candles of a run by their number, from 0. */
interface CandlesOfRange {
  at(index: number): number;
  /** The first one that opens at a time or later; one beyond the run where there is none. */
  firstFrom(time: number): number;
  /** The last one that opens at a time or before; −1 or less where there is none. */
  lastUpTo(time: number): number;
}

/** A run that is longer than its intervals reaches over time without trading: its candles are those of the calendar. */
function candlesOf({ first, last, missing }: MissingRange, grid: CandleGrid): CandlesOfRange {
  const { intervalMilliseconds, calendar } = grid;
  if (last - first > (missing - 1) * intervalMilliseconds) {
    const times = expectedOpenTimes(
      { from: first, to: last + 1 },
      intervalMilliseconds / 1000,
      calendar,
      grid,
    );
    if (times.length === missing) {
      return {
        at: (index) => times[index],
        firstFrom: (time) => indexFrom(times, time),
        lastUpTo: (time) => indexFrom(times, time + 1) - 1,
      };
    }
  }
  return {
    at: (index) => first + index * intervalMilliseconds,
    firstFrom: (time) => Math.ceil((time - first) / intervalMilliseconds),
    lastUpTo: (time) => Math.floor((time - first) / intervalMilliseconds),
  };
}

function indexFrom(times: Float64Array, time: number): number {
  const index = times.findIndex((candidate) => candidate >= time);
  return index < 0 ? times.length : index;
}

/** Cuts stretches where something lies: what was is an end of both parts then. Both ascending, ms. */
export function cutSpans(spans: readonly TimeSpan[], times: readonly number[]): TimeSpan[] {
  return spans.flatMap(({ first, last }) => {
    const inside = times.filter((time) => time > first && time < last);
    const ends = [first, ...inside, last];
    return ends.slice(1).map((end, index) => ({ first: ends[index], last: end }));
  });
}
