import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { formatDate, parseDate } from '#engine/market/parse-time';
import { sessionsBetween } from '#engine/calendar/xnys-sessions';
import type { SessionRange } from '#sources/equities/equity-source';
import { sessionIsOver } from '#sources/equities/session-is-over';

/** One request's worth, and what is lost when a worker is killed. */
const LONGEST_CHUNK_MILLISECONDS = 366 * DAY_MILLISECONDS;
/** Runs of missing sessions that are no farther apart are requested as one. */
const NEAR_MILLISECONDS = 14 * DAY_MILLISECONDS;
/** No two sessions are farther apart: in 2001 it was a week. */
const LONGEST_PAUSE_MILLISECONDS = 10 * DAY_MILLISECONDS;

/** The open times of the range's sessions that are over, and their candles final; ascending. */
export function closedSessions({ from, to }: SessionRange, now: number): number[] {
  return sessionsBetween(timeOf(from), timeOf(to) + 1)
    .map(({ date }) => date)
    .filter((date) => sessionIsOver(date, now));
}

/** Sessions, ascending, by the requests that fetch them. */
export function chunksOf(sessions: readonly number[]): number[][] {
  const chunks: number[][] = [];
  for (const session of sessions) {
    const chunk = chunks.at(-1);
    const isNear = chunk !== undefined && session - chunk[chunk.length - 1] <= NEAR_MILLISECONDS;
    if (isNear && session - chunk[0] < LONGEST_CHUNK_MILLISECONDS) chunk.push(session);
    else chunks.push([session]);
  }
  return chunks;
}

/**
 * The range to request, with the session before and the one after: only where the provider has those is it known that
 * it has nothing between.
 */
export function rangeAround(sessions: readonly number[], today: string): SessionRange {
  const [first, last] = [sessions[0], sessions[sessions.length - 1]];
  const before = sessionsBetween(first - LONGEST_PAUSE_MILLISECONDS, first).at(-1)?.date ?? first;
  const after = sessionsBetween(last + 1, last + LONGEST_PAUSE_MILLISECONDS).at(0)?.date ?? last;
  return { from: formatDate(before), to: earlier(formatDate(after), today) };
}

export function hasSession({ from, to }: SessionRange): boolean {
  return sessionsBetween(timeOf(from), timeOf(to) + 1).length > 0;
}

export function daysBefore(date: string, days: number): string {
  return formatDate(Math.max(0, timeOf(date) - days * DAY_MILLISECONDS));
}

export function timeOf(date: string): number {
  return parseDate(date)!;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

export function later(one: string, other: string): string {
  return one > other ? one : other;
}
