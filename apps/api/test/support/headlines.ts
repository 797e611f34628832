import type { Test } from 'supertest';
import type { RunningApi } from './running-api';

export const HEADLINES = '/api/v1/analysis/headlines';

const HOUR_MILLISECONDS = 3_600_000;

export interface Headline {
  readonly title?: unknown;
  readonly published_at?: unknown;
  readonly [field: string]: unknown;
}

export const hoursAgo = (hours: number, now = Date.now()) =>
  new Date(now - hours * HOUR_MILLISECONDS).toISOString();

/** Published an hour ago unless a headline says when. */
export function postHeadlines(api: RunningApi, headlines: readonly Headline[]): Test {
  return api.post(HEADLINES, { headlines: headlines.map((one) => ({ published_at: hoursAgo(1), ...one })) });
}
