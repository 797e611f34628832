export interface RetryPauses {
  readonly firstMilliseconds: number;
  readonly longestMilliseconds: number;
}

/**
 * Milliseconds to wait before the next attempt, `attempt` counting those that failed before (0: the first failed). Anything
 * up to a limit that doubles, so that many who were cut off at once do not come back at once ("Exponential Backoff And
 * Jitter", AWS Architecture Blog, 2015: full jitter).
 */
export function fullJitter(
  attempt: number,
  { firstMilliseconds, longestMilliseconds }: RetryPauses,
  random: () => number = Math.random,
): number {
  return random() * Math.min(longestMilliseconds, firstMilliseconds * 2 ** attempt);
}
