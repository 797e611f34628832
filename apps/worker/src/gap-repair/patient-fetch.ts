import { setTimeout as delay } from 'node:timers/promises';
import { SourceFailure, type SourceFailureKind } from '#sources/source-failure';

const PASSING: readonly SourceFailureKind[] = ['rate limited', 'unreachable'];
const PAUSES_MILLISECONDS = [500, 2_000, 8_000, 20_000];

/** Asks again, later each time, while what went wrong can pass; throws the last failure, or when `signal` aborts. */
export async function fetchPatiently<T>(
  fetch: () => Promise<T>,
  signal: AbortSignal,
  pausesMilliseconds: readonly number[] = PAUSES_MILLISECONDS,
): Promise<T> {
  for (const pause of pausesMilliseconds) {
    signal.throwIfAborted();
    try {
      return await fetch();
    } catch (error) {
      if (!(error instanceof SourceFailure && PASSING.includes(error.kind))) throw error;
      await delay(pause, undefined, { signal });
    }
  }
  return fetch();
}
