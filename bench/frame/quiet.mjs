import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Cores that others may keep busy. The system's load average would also count what the row before has done. */
const QUIET_LOAD = 0.7;
const OBSERVED_MILLISECONDS = 5_000;
const MOST_WAIT_MILLISECONDS = 120_000;

/** Waits until the machine does nothing else, for two minutes at most; answers whether it came to that. */
export async function waitForQuiet() {
  const deadline = performance.now() + MOST_WAIT_MILLISECONDS;
  while ((await observeLoad()) >= QUIET_LOAD) {
    if (performance.now() >= deadline) return false;
  }
  return true;
}

/** How many cores were busy on average while this process waited. */
async function observeLoad() {
  const before = idleMilliseconds();
  const startedAt = performance.now();
  await delay(OBSERVED_MILLISECONDS);
  return cpus().length - (idleMilliseconds() - before) / (performance.now() - startedAt);
}

function idleMilliseconds() {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}
