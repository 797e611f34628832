import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { messageProblem } from '../../../../test/asyncapi-messages';
import type { Kline } from './event-stream-reader';
import { untilClose, untilEvent } from './received';
import { tokenFor } from './token';
import { until } from './until';

const PATH = '/api/v1/streams/ws';

export interface SocketMessage {
  readonly event: string;
  readonly symbol?: string;
  readonly id?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly timestamp?: string;
  readonly data?: Kline;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly subscriptions?: readonly Readonly<Record<'exchange' | 'symbol' | 'channel' | 'id', string>>[];
}

interface OpenOptions {
  /** `null`: none in the header Authorization. */
  readonly token?: string | null;
  readonly protocols?: readonly string[];
  readonly query?: string;
  readonly autoPong?: boolean;
  readonly origin?: string;
}

/** A client of the WebSocket that holds every message to the AsyncAPI document. */
export class SocketClient {
  readonly messages: SocketMessage[] = [];
  /** What is wrong with messages, by their declaration. */
  readonly faults: string[] = [];
  /** How the server closed, once it has. */
  closed: { readonly code: number; readonly reason: string } | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.read(data.toString()));
    socket.on('close', (code, reason) => (this.closed = { code, reason: reason.toString() }));
    socket.on('error', () => undefined);
  }

  /** Rejects with the status where the handshake is refused. */
  static async open(url: string, options: OpenOptions = {}): Promise<SocketClient> {
    const { token = tokenFor(), protocols = [], query = '', autoPong = true, origin } = options;
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const address = `${url.replace('http', 'ws')}${PATH}${query}`;
    const socket = new WebSocket(address, [...protocols], { headers, autoPong, origin });
    const client = new SocketClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('error', reject);
      socket.once('unexpected-response', (_request, response: IncomingMessage) => {
        let body = '';
        response.on('data', (text: Buffer) => (body += text.toString()));
        response.on('end', () => reject(new HandshakeRefused(response, body)));
      });
    });
    return client;
  }

  get klines(): Kline[] {
    return this.messages.flatMap(({ event, data }) => (event === 'kline' && data ? [data] : []));
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends, and resolves with the first message after that which is no event of a stream. */
  async request(message: object | string): Promise<SocketMessage> {
    const known = this.messages.length;
    this.send(message);
    const isAnswer = ({ event }: SocketMessage) => !['kline', 'ticker', 'reset'].includes(event);
    return until('an answer', () => this.messages.slice(known).find(isAnswer));
  }

  async subscribe(
    symbols: readonly string[],
    channels: readonly string[],
    since?: string,
  ): Promise<SocketMessage> {
    const answer = await this.request({ action: 'subscribe', symbols, channels, ...(since && { since }) });
    if (answer.event !== 'subscribed') throw new Error(`It was answered ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The first message of the event, now or within the time. */
  event(name: string, seconds?: number): Promise<SocketMessage> {
    return untilEvent(this.messages, name, seconds);
  }

  /** A candle that was received with such a close. */
  close(text: string, seconds?: number): Promise<Kline> {
    return untilClose(() => this.klines, text, seconds);
  }

  async closing(seconds?: number): Promise<{ readonly code: number; readonly reason: string }> {
    return until('it is closed', () => this.closed, seconds);
  }

  cut(): void {
    this.socket.terminate();
  }

  private read(text: string): void {
    const message = JSON.parse(text) as SocketMessage;
    const fault = messageProblem('webSocket', message);
    if (fault !== undefined) this.faults.push(fault);
    this.messages.push(message);
  }
}

export class HandshakeRefused extends Error {
  readonly status: number;

  constructor(
    readonly response: IncomingMessage,
    readonly body: string,
  ) {
    super(`The handshake was answered ${response.statusCode}: ${body}`);
    this.status = response.statusCode!;
  }
}

/** Opens clients as `SocketClient.open` does; after each test they are cut, and every message was one that is declared. */
export function socketsOfTests(): typeof SocketClient.open {
  const clients: SocketClient[] = [];
  afterEach(() => {
    const faults = clients.flatMap(({ faults }) => faults);
    for (const client of clients.splice(0)) client.cut();
    expect(faults).toEqual([]);
  });
  return async (url, options) => {
    const client = await SocketClient.open(url, options);
    clients.push(client);
    return client;
  };
}
