import { setTimeout } from 'node:timers/promises';
import { SourceFailure, type SourceFailureKind } from './source-failure';

const PASSING: readonly SourceFailureKind[] = ['rate limited', 'unreachable'];
const TRIES = 6;
const FIRST_PAUSE_MILLISECONDS = 1_000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;

interface PatienceOptions {
  /** Ends a pause; the last failure is thrown then. */
  readonly signal: AbortSignal;
  /** How often it is asked in all. */
  readonly tries?: number;
  readonly firstPauseMilliseconds?: number;
  readonly onPause?: (failure: SourceFailure, milliseconds: number) => void;
}

/** Asks again after a failure that passes by itself, with a pause that doubles up to a minute; unless told otherwise for half a minute in all. */
export async function patiently<T>(
  ask: () => Promise<T>,
  { signal, tries = TRIES, firstPauseMilliseconds = FIRST_PAUSE_MILLISECONDS, onPause }: PatienceOptions,
): Promise<T> {
  let pause = firstPauseMilliseconds;
  for (let left = tries - 1; ; left--) {
    try {
      return await ask();
    } catch (error) {
      const passes = error instanceof SourceFailure && PASSING.includes(error.kind);
      if (!passes || left === 0 || signal.aborted) throw error;
      onPause?.(error, pause);
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS);
    }
  }
}
