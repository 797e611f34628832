import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { AUTHORIZATION } from './authorization';
import { WRITTEN_EXCHANGE } from './candle-writers';

const RECONNECT_MILLISECONDS = 100;

interface Message {
  readonly event: string;
  readonly id?: string;
  readonly data?: { readonly open_time: string; readonly close: string };
  readonly subscriptions?: readonly { readonly id: string }[];
}

/** A client of a candle channel on a WebSocket: it comes back with `since`, the id of the last event it saw. */
export class SocketWatcher {
  /** What it knows: the close of each candle, by open time. */
  readonly closes = new Map<string, string>();
  /** The name of every event that was neither a candle nor the answer to its subscription. */
  readonly otherEvents: string[] = [];
  /** With which each connection was closed. */
  readonly closeCodes: number[] = [];
  connections = 0;
  private since: string | undefined;
  private isStopping = false;
  private readonly over = new AbortController();
  private socket: WebSocket | undefined;
  private readonly watching: Promise<void>;

  /** Goes to the next address whenever it reconnects. */
  constructor(
    private readonly urls: readonly string[],
    private readonly symbol: string,
  ) {
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.over.abort();
    this.socket?.close();
    await this.watching;
  }

  private async watch(): Promise<void> {
    for (let attempt = 0; !this.isStopping; attempt++) {
      await this.listen(this.urls[attempt % this.urls.length]);
      await delay(RECONNECT_MILLISECONDS, undefined, { signal: this.over.signal }).catch(() => undefined);
    }
  }

  private async listen(url: string): Promise<void> {
    const headers = { authorization: AUTHORIZATION };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/streams/ws`, { headers });
    this.socket = socket;
    socket.on('open', () => {
      socket.once('close', (code) => this.closeCodes.push(code));
      const symbols = [`${WRITTEN_EXCHANGE}:${this.symbol}`];
      socket.send(
        JSON.stringify({ action: 'subscribe', symbols, channels: ['kline_1m'], since: this.since }),
      );
    });
    socket.on('message', (text: Buffer) => this.receive(JSON.parse(text.toString()) as Message));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
  }

  private receive({ event, id, data, subscriptions }: Message): void {
    if (event === 'subscribed') {
      this.connections++;
      this.since = subscriptions![0].id;
    } else if (event === 'kline') {
      this.since = id;
      this.closes.set(data!.open_time, data!.close);
    } else this.otherEvents.push(event);
  }
}
