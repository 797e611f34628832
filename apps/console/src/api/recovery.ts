import type { Problem } from './problem';

const LEAST_MILLISECONDS = 5_000;
/** No answer, too many requests, not ready: what a later attempt may not meet again. */
const PASSING_STATUSES = [0, 429, 503];

/** Milliseconds until a read that failed is made again, not before the service allows it; false where it would fail again. */
export function recoveryInterval(problem: Problem | null): number | false {
  if (problem === null || !PASSING_STATUSES.includes(problem.status)) return false;
  return Math.max((problem.retryAfterSeconds ?? 0) * 1_000, LEAST_MILLISECONDS);
}
