import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { candleBody } from './bodies';
import { CANDLES } from './hourly-candles';
import { tokenFor } from './token';

const START_SECONDS = Date.parse('2024-01-01T00:00:00Z') / 1000;

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

/** The line of a minute's candle. */
export function minuteLine(symbol: string, index: number): string {
  return `${JSON.stringify(
    candleBody({
      symbol,
      interval: '1m',
      volume: `${index}.0`,
      open_time: new Date((START_SECONDS + index * 60) * 1000).toISOString(),
    }),
  )}\n`;
}

export function minuteLines(symbol: string, count: number): string {
  return Array.from({ length: count }, (_, index) => minuteLine(symbol, index)).join('');
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
  return openRequest(`${url}${CANDLES}/bulk`, { 'content-type': 'application/x-ndjson', ...headers });
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
