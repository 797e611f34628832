import { once } from 'node:events';

/** The work's result, or the signal's reason at once when it aborts: work that cannot be cancelled is left alone. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const settled = new AbortController();
  const aborted = once(signal, 'abort', { signal: settled.signal }).then(() => {
    throw signal.reason as Error;
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
    // What loses the race may still be refused later.
    for (const loser of [work, aborted]) loser.catch(() => undefined);
  }
}
