import { DAY_MILLISECONDS } from '#engine/calendar/day';
import type { SessionSpan } from './complete-history';

/** Some 5,000 sessions: one or two megabytes, and no provider answers less at once. */
const CHUNK_MILLISECONDS = 20 * 365 * DAY_MILLISECONDS;

/** A long span in parts of twenty years, so that no answer grows out of bounds; ascending, both ends inclusive. */
export function yearChunks({ from, to }: SessionSpan): SessionSpan[] {
  const chunks: SessionSpan[] = [];
  for (let start = from; start <= to; start += CHUNK_MILLISECONDS + DAY_MILLISECONDS) {
    chunks.push({ from: start, to: Math.min(to, start + CHUNK_MILLISECONDS) });
  }
  return chunks;
}
