import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import type request from 'supertest';
import { candleBody } from './bodies';
import { CANDLES } from './hourly-candles';
import type { RunningApi } from './running-api';
import { tokenFor } from './token';

export const BULK = `${CANDLES}/bulk`;
export const NDJSON = 'application/x-ndjson';
export const START_SECONDS = Date.parse('2024-01-01T00:00:00Z') / 1000;

interface UploadAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly detail: string; readonly code?: string; readonly received?: number };
}

/** A request whose body the test writes as it likes. */
export interface OpenRequest {
  readonly sending: ClientRequest;
  readonly answered: Promise<UploadAnswer>;
}

export const ndjson = (...records: object[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** A body of a minute's candle, whose volume is its index. */
export const minute = (symbol: string, index: number, fields: object = {}) =>
  candleBody({
    symbol,
    interval: '1m',
    volume: `${index}.0`,
    open_time: new Date((START_SECONDS + index * 60) * 1000).toISOString(),
    ...fields,
  });

export const minutes = (symbol: string, count: number) =>
  Array.from({ length: count }, (_, index) => minute(symbol, index));

export const minuteLine = (symbol: string, index: number) => ndjson(minute(symbol, index));

export const minuteLines = (symbol: string, count: number) => ndjson(...minutes(symbol, count));

export interface UploadOptions {
  readonly type?: string;
  readonly query?: string;
  readonly encoding?: string;
}

/** Sends a whole body to POST candlesticks/bulk. */
export function sendBulk(
  api: RunningApi,
  body: string | Buffer,
  { type = NDJSON, query = '', encoding = '' }: UploadOptions = {},
): request.Test {
  const sending = api.post(`${BULK}${query}`).set('content-type', type);
  if (encoding) sending.set('content-encoding', encoding);
  return sending.serialize((value: unknown) => value as string).send(body as string);
}

/** The volumes of what is stored of a symbol, by interval and time. */
export async function storedVolumes(api: RunningApi, symbol: string): Promise<string[]> {
  const { rows } = await api.database.query<{ volume: string }>(
    `select volume::text from candlesticks join series on series.id = series_id
     where symbol = $1 order by interval, open_time`,
    [symbol],
  );
  return rows.map(({ volume }) => volume);
}

export function openRequest(url: string, headers: Readonly<Record<string, string>>): OpenRequest {
  const sending = httpRequest(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenFor()}`, ...headers },
  });
  const answered = answerTo(sending);
  answered.catch(() => undefined);
  return { sending, answered };
}

export function openUpload(url: string, headers: Readonly<Record<string, string>> = {}): OpenRequest {
  return openRequest(`${url}${BULK}`, { 'content-type': NDJSON, ...headers });
}

/** Resolves when the data were sent by the process. */
export function writeTo(sending: ClientRequest, data: string | Buffer): Promise<unknown> {
  return new Promise((resolve) => sending.write(data, resolve));
}

async function answerTo(sending: ClientRequest): Promise<UploadAnswer> {
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  const { statusCode, headers } = response;
  return { status: statusCode!, headers, body: JSON.parse(text) as UploadAnswer['body'] };
}
