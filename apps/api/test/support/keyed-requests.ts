import type { RunningApi } from './running-api';
import { tokenFor } from './token';
import { until } from './until';

export interface KeyedAnswer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly replayed: string | null;
  readonly retryAfter: string | null;
}

let keys = 0;

export function newKey(): string {
  return `key-${keys++}`;
}

/** POST with an Idempotency-Key; what waits by itself does not. */
export async function sendKeyed(
  url: string,
  path: string,
  body: object,
  { key, sub = 'tester' }: { readonly key: string; readonly sub?: string },
): Promise<KeyedAnswer> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokenFor({ sub })}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      prefer: 'wait=0',
    },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get('location'),
    replayed: answer.headers.get('idempotent-replayed'),
    retryAfter: answer.headers.get('retry-after'),
  };
}

export function idOf({ text }: KeyedAnswer): number {
  return (JSON.parse(text) as { id: number }).id;
}

export async function countRows(api: RunningApi, table: string): Promise<number> {
  const { rows } = await api.database.query<{ count: number }>(`select count(*)::integer from ${table}`);
  return rows[0].count;
}

/** Resolves with the database connection of a request that waits for a lock. */
export function untilOneWaits(api: RunningApi): Promise<number> {
  return until('a request waits for a lock', async () => {
    const { rows } = await api.database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.at(0)?.pid;
  });
}
