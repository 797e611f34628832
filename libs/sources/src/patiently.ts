import { setTimeout } from 'node:timers/promises';
import { fullJitter } from '#platform/pauses/full-jitter';
import { SourceFailure, type SourceFailureKind } from './source-failure';

const PASSING: readonly SourceFailureKind[] = ['rate limited', 'unreachable'];
const TRIES = 6;
const FIRST_PAUSE_MILLISECONDS = 2_000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** A source that says to wait longer than that is not waited for. */
const LONGEST_REQUESTED_PAUSE_MILLISECONDS = 300_000;

interface PatienceOptions {
  /** Ends a pause; the last failure is thrown then. */
  readonly signal: AbortSignal;
  /** How many requests there are in all. */
  readonly tries?: number;
  readonly firstPauseMilliseconds?: number;
  readonly onPause?: (failure: SourceFailure, milliseconds: number) => void;
  /** From 0 up to 1. */
  readonly random?: () => number;
}

/**
 * Requests again after a failure that passes by itself, after a random pause whose limit doubles up to a minute; by
 * default for half a minute in all on average. Where the source says how long to wait, that comes first; a source that
 * says more than five minutes is not requested again.
 */
export async function patiently<T>(
  request: () => Promise<T>,
  {
    signal,
    tries = TRIES,
    firstPauseMilliseconds = FIRST_PAUSE_MILLISECONDS,
    onPause,
    random,
  }: PatienceOptions,
): Promise<T> {
  const pauses = {
    firstMilliseconds: firstPauseMilliseconds,
    longestMilliseconds: LONGEST_PAUSE_MILLISECONDS,
  };
  for (let attempt = 0; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      const passes = error instanceof SourceFailure && PASSING.includes(error.kind);
      if (!passes || attempt + 1 === tries || signal.aborted) throw error;
      const requestedPause = error.retryAfterMilliseconds ?? 0;
      if (requestedPause > LONGEST_REQUESTED_PAUSE_MILLISECONDS) throw error;
      const pause = requestedPause + Math.round(fullJitter(attempt, pauses, random));
      onPause?.(error, pause);
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
