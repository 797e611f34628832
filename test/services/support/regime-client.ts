import { sign } from 'jsonwebtoken';
import { JWT_SECRET } from '../../../apps/worker/test/support/api-client';

export const REGIME = '/api/v1/analysis/regime';

/** What the details say of each observation. */
export interface TimedLabels {
  readonly first_observation: string;
  readonly state_history: readonly { readonly time: string; readonly label: string }[];
}

interface RegimeAnswer {
  readonly state_history: string[];
  readonly computed_at: string;
  readonly observations: number;
  readonly bars: number;
  readonly warnings: string[];
  readonly code: string;
  readonly errors: { readonly field: string; readonly message: string }[];
  readonly model: {
    readonly log_likelihood: number;
    readonly states: { readonly transition: number[]; readonly expected_duration_bars: number }[];
  };
}

/** Sends to the API at this address, as a client with a token. */
export async function sendTo(url: string, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${sign({}, JWT_SECRET)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as RegimeAnswer,
  };
}

export function queryOf(fields: Record<string, string>): string {
  return `?${new URLSearchParams(fields).toString()}`;
}
