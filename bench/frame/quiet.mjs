import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Processes that ran or wanted to, on average over the last minute. */
const QUIET_LOAD = 0.7;
const MOST_WAIT_MILLISECONDS = 120_000;
const LOOK_EVERY_MILLISECONDS = 1_000;

/** Waits until the machine does nothing else, for two minutes at most; answers whether it came to that. */
export async function waitForQuiet() {
  const deadline = performance.now() + MOST_WAIT_MILLISECONDS;
  while (loadavg()[0] >= QUIET_LOAD) {
    if (performance.now() >= deadline) return false;
    await delay(LOOK_EVERY_MILLISECONDS);
  }
  return true;
}
