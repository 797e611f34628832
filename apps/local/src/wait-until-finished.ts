import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from './api-client';

const POLL_MILLISECONDS = 20;
const TIMEOUT_SECONDS = 60;

/** Asks for a job's resource again and again until the job is over, one way or the other. */
export async function waitUntilFinished<Result extends { readonly status: string }>(
  api: ApiClient,
  path: string,
): Promise<Result> {
  const deadline = performance.now() + TIMEOUT_SECONDS * 1000;
  for (;;) {
    const result = await api.get<Result>(path);
    const { status } = result;
    if (status === 'completed' || status === 'failed') return result;
    if (performance.now() > deadline)
      throw new Error(`${path} is still ${status} after ${TIMEOUT_SECONDS} s`);
    await delay(POLL_MILLISECONDS);
  }
}
