import { formatDate, parseDate } from '#engine/market/parse-time';
import type { EquityHistory, SessionRange } from './equity-source';

/** Both inclusive, as the open times of daily candles (ms since 1970 UTC). */
export interface SessionSpan {
  readonly from: number;
  readonly to: number;
}

/** Throws a RangeError where a date is none: a mistake of the caller, not of a source. */
export function sessionSpan({ from, to }: SessionRange): SessionSpan {
  return { from: dateIn(from), to: dateIn(to) };
}

function dateIn(text: string): number {
  const time = parseDate(text);
  if (time === undefined) throw new RangeError(`"${text}" is no date of the form YYYY-MM-DD`);
  return time;
}

/** What came in any order, some of it twice or from beyond the range, as the port wants it; of two for one date the later counts. */
export function completeHistory(range: SessionRange, reported: EquityHistory): EquityHistory {
  const { from, to } = sessionSpan(range);
  const inRange = (date: number) => date >= from && date <= to;
  const isWanted = ({ exDate }: { exDate: string }) => inRange(dateIn(exDate));
  return {
    candles: inOrder(
      reported.candles.filter(({ openTime }) => inRange(openTime)),
      ({ openTime }) => formatDate(openTime),
    ),
    splits: inOrder(reported.splits.filter(isWanted), ({ exDate }) => exDate),
    dividends: inOrder(reported.dividends.filter(isWanted), ({ exDate }) => exDate),
  };
}

/** Dates of four-digit years sort as they are written. */
function inOrder<T>(items: readonly T[], dateOf: (item: T) => string): T[] {
  const byDate = new Map(items.map((item) => [dateOf(item), item]));
  return [...byDate].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
