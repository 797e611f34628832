import { setTimeout } from 'node:timers/promises';

const FIRST_PAUSE_MILLISECONDS = 20;
const LONGEST_PAUSE_MILLISECONDS = 500;

/** Polls, ever more rarely, until the condition is reached, the time is up, or `over` aborts. */
export async function pollUntil(
  isReached: () => Promise<boolean>,
  seconds: number,
  over: AbortSignal,
): Promise<void> {
  const stopped = AbortSignal.any([over, AbortSignal.timeout(seconds * 1000)]);
  let pause = FIRST_PAUSE_MILLISECONDS;
  while (!stopped.aborted && !(await isReached())) {
    await setTimeout(pause, undefined, { signal: stopped }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
  }
}
