import { setTimeout as delay } from 'node:timers/promises';

interface WithinOptions {
  readonly seconds?: number;
  readonly describe?: () => string;
}

const DEFAULT_SECONDS = 20;
const POLL_MILLISECONDS = 20;

/** Rejects when the promise is not settled in time; `describe` says how far things were by then. */
export async function within<T>(
  promise: Promise<T>,
  what: string,
  { seconds = DEFAULT_SECONDS, describe = () => '' }: WithinOptions = {},
): Promise<T> {
  const settled = new AbortController();
  const late = delay(seconds * 1000, undefined, { signal: settled.signal }).then(() => {
    throw new Error(`not within ${seconds} s: ${what}\n${describe()}`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    settled.abort();
    late.catch(() => undefined);
  }
}

/** For states that announce themselves by no event: reads until the answer is the one that is wanted. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  { seconds = DEFAULT_SECONDS } = {},
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await read();
    if (isWanted(answer)) return answer;
    if (performance.now() > deadline) {
      throw new Error(`not within ${seconds} s: ${what}; last answer ${JSON.stringify(answer)}`);
    }
    await delay(POLL_MILLISECONDS);
  }
}
