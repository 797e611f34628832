import { HOUR_MILLISECONDS } from '../calendar/day';
import { meanScore, OLDEST_HOURS, weightAt } from '../sentiment/aggregate-headlines';
import { deduplicateHeadlines } from '../sentiment/deduplicate-headlines';
import { type KnownHeadline, type KnownHeadlines } from './known-data';

/** The sentiment's score at each close (ms, ascending), of what was published by then; NaN where no headline counts. */
export function sentimentColumn({ headlines }: KnownHeadlines, closeTimes: Float64Array): Float64Array {
  const column = new Float64Array(closeTimes.length).fill(NaN);
  let [from, to] = [0, 0];
  let counted: readonly KnownHeadline[] = [];
  for (let bar = 0; bar < column.length; bar++) {
    const asOf = closeTimes[bar];
    const [before, after] = [from, to];
    while (to < headlines.length && headlines[to].publishedAt <= asOf) to++;
    while (from < to && headlines[from].publishedAt < asOf - OLDEST_HOURS * HOUR_MILLISECONDS) from++;
    // Which stories are the same hangs on what is in the window alone.
    if (from !== before || to !== after) counted = deduplicateHeadlines(headlines.slice(from, to));
    if (counted.length === 0) continue;
    column[bar] = meanScore(
      counted.map(({ publishedAt, score }) => ({ score, weight: weightAt(publishedAt, asOf) })),
    );
  }
  return column;
}
