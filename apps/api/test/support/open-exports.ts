import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { CANDLES } from './hourly-candles';
import type { RunningApi } from './running-api';
import { tokenFor } from './token';
import { until } from './until';

/** The answer to GET candlesticks/export, of which nothing is read yet. */
export function openExport(
  url: string,
  series: Readonly<Record<string, string>>,
  sub = 'tester',
): Promise<IncomingMessage> {
  return openAnswer(`${url}${CANDLES}/export?${new URLSearchParams(series).toString()}`, { sub });
}

/** The answer to a GET, of which nothing is read yet. */
export async function openAnswer(
  url: string,
  { sub = 'tester', ...headers }: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const authorization = `Bearer ${tokenFor({ sub })}`;
  const request = get(url, { agent: false, headers: { authorization, ...headers } });
  request.on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

/** Resolves with the database connections of so many exports when there are neither more nor fewer. */
export function untilExporting(api: RunningApi, count: number): Promise<number[]> {
  return until(`there are ${count} exports`, async () => {
    const { rows } = await api.database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and state = 'active' and query ~ '^\\s*copy '`,
    );
    return rows.length === count && rows.map(({ pid }) => pid);
  });
}

/** Of the one export that runs; one that has just finished may take a moment to disappear. */
export async function terminateExport(api: RunningApi): Promise<void> {
  const [pid] = await untilExporting(api, 1);
  await api.database.query('select pg_terminate_backend($1, 10000)', [pid]);
}
