import { setTimeout } from 'node:timers/promises';
import { eventually } from './eventually';
import { origin, token as ownToken } from './run';

/** Longer than any run that a flow arranges takes. */
const PREFER = { prefer: 'wait=60' };

/** Any answer but a 2xx. */
export class ApiAnswerError extends Error {}

interface Sending {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Series {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
}

interface Run {
  readonly id: number;
  readonly status: string;
}

/**
 * Sends a body of JSON, or text as it is, and answers what comes back; throws an error that holds any answer but a 2xx. Flows share one
 * subject: where its uploads are too many at once, it is sent again when the service says so.
 */
async function send<Answer>(
  method: string,
  path: string,
  body?: unknown,
  sending: Sending = {},
): Promise<Answer> {
  const { token = ownToken, headers } = sending;
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 429) {
    await setTimeout(Number(response.headers.get('retry-after')) * 1000);
    return send(method, path, body, sending);
  }
  if (!response.ok) throw new ApiAnswerError(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Submits a job and answers its record when it is over; fails unless it is completed. */
async function submit<Record extends Run>(path: string, body: object): Promise<Record> {
  const record = await send<Record>('POST', path, body, { headers: PREFER });
  if (record.status !== 'completed')
    throw new Error(`POST ${path} is ${record.status}: ${JSON.stringify(record)}`);
  return record;
}

/** The record of a job that has no wait of its own, when it is over. */
function finished<Job extends { readonly status: string }>(path: string): Promise<Job> {
  return eventually(async () => {
    const job = await send<Job>('GET', path);
    if (!['completed', 'failed'].includes(job.status)) throw new Error(`${path} is still ${job.status}`);
    return job;
  });
}

/** Uploads candles, lines of CSV with a header, to a series; fails unless all of them are stored. */
async function uploadCandles(series: Series, csv: string): Promise<void> {
  const query = new URLSearchParams({ ...series }).toString();
  const headers = { 'content-type': 'text/csv' };
  const result = await send<{ refused: number; held: number }>(
    'POST',
    `/market-data/candlesticks/bulk?${query}`,
    csv,
    {
      headers,
    },
  );
  if (result.refused + result.held > 0)
    throw new Error(`Not all candles are stored: ${JSON.stringify(result)}`);
}

/** The API as the flows arrange their data with it, by paths below /api/v1. */
export const api = {
  get: <Answer>(path: string, sending?: Sending) => send<Answer>('GET', path, undefined, sending),
  post: <Answer>(path: string, body: unknown, sending?: Sending) => send<Answer>('POST', path, body, sending),
  put: <Answer>(path: string, body: unknown, sending?: Sending) => send<Answer>('PUT', path, body, sending),
  patch: <Answer>(path: string, body: unknown, sending?: Sending) =>
    send<Answer>('PATCH', path, body, sending),
  delete: (path: string, sending?: Sending) => send<undefined>('DELETE', path, undefined, sending),
  finished,
  uploadCandles,
  backtest: (body: object) => submit('/backtesting', body),
  sweep: (body: object) => submit('/backtesting/sweep', body),
  walkForward: (body: object) => submit('/backtesting/walk-forward', body),
  portfolio: (body: object) => submit('/backtesting/portfolio', body),
};
