import { setTimeout } from 'node:timers/promises';

const POLL_MILLISECONDS = 10;

/** Resolves with the first answer that is not undefined or false; rejects when none came within the time. */
export async function until<T>(
  what: string,
  poll: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = 40,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await poll();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`It did not come about within ${seconds} s: ${what}`);
    await setTimeout(POLL_MILLISECONDS);
  }
}
