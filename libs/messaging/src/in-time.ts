import { setTimeout } from 'node:timers/promises';

const TIMEOUT_SECONDS = 2;

/** What a queue answers, or a rejection soon: one that never answers would be waited for without end. */
export async function inTime<T>(work: Promise<T>, seconds = TIMEOUT_SECONDS): Promise<T> {
  const settled = new AbortController();
  const late = setTimeout(seconds * 1_000, undefined, { signal: settled.signal }).then(() => {
    throw new Error(`The queue did not answer within ${seconds} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    settled.abort();
    for (const loser of [work, late]) loser.catch(() => undefined);
  }
}
