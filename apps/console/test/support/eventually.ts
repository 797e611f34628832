import { setTimeout as delay } from 'node:timers/promises';

const [PAUSE_MILLISECONDS, PATIENCE_MILLISECONDS] = [50, 50_000];

/** Tries the assertion until it holds, at most 50 seconds; then its own failure is thrown. */
export async function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(PAUSE_MILLISECONDS);
    }
  }
}
