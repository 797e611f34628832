import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from './api-client';

/** Short runs end within a few polls; longer ones must not use up a rate limit. */
const [FIRST_PAUSE_MILLISECONDS, LONGEST_PAUSE_MILLISECONDS] = [20, 1_000];
const TIMEOUT_SECONDS = 60;

/** Polls a job's resource until the job is over, one way or the other. */
export async function waitUntilFinished<Result extends { readonly status: string }>(
  api: ApiClient,
  path: string,
): Promise<Result> {
  const deadline = performance.now() + TIMEOUT_SECONDS * 1000;
  for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MILLISECONDS)) {
    const result = await api.get<Result>(path);
    const { status } = result;
    if (status === 'completed' || status === 'failed') return result;
    if (performance.now() > deadline)
      throw new Error(`${path} is still ${status} after ${TIMEOUT_SECONDS} s`);
    await delay(pause);
  }
}
