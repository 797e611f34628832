import { setTimeout as delay } from 'node:timers/promises';
import { onThisMachine } from '../../../../test/on-this-machine';

interface WithinOptions {
  readonly seconds?: number;
  readonly describe?: () => string;
}

/** Of a machine that runs four suites on two cores, and other things besides. */
const DEFAULT_SECONDS = 40;
/** The longer a wait has been, the rarer its polls, within these limits: each costs the service a request. */
const POLL_MILLISECONDS = { shortest: 20, longest: 100 } as const;
const POLLS_OF_WAIT = 10;

/** Rejects when the promise is not settled in time; `describe` says how far things were by then. */
export async function within<T>(
  promise: Promise<T>,
  what: string,
  { seconds = onThisMachine(DEFAULT_SECONDS), describe = () => '' }: WithinOptions = {},
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
  { seconds = onThisMachine(DEFAULT_SECONDS) } = {},
): Promise<T> {
  const startedAt = performance.now();
  const { shortest, longest } = POLL_MILLISECONDS;
  for (;;) {
    const answer = await read();
    if (isWanted(answer)) return answer;
    const waited = performance.now() - startedAt;
    if (waited > seconds * 1000) {
      throw new Error(`not within ${seconds} s: ${what}; last answer ${JSON.stringify(answer)}`);
    }
    await delay(Math.min(Math.max(waited / POLLS_OF_WAIT, shortest), longest));
  }
}
