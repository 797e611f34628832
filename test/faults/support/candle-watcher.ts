import { setTimeout as delay } from 'node:timers/promises';
import { AUTHORIZATION } from './authorization';
import { WRITTEN_EXCHANGE } from './candle-writers';

const RECONNECT_MILLISECONDS = 100;

interface KlineEvent {
  readonly data: { readonly open_time: string; readonly close: string };
}

/** A client of a candle stream, as a browser is one: it comes back with the id of the last event it saw. */
export class CandleWatcher {
  /** What it knows: the close of each candle, by open time. */
  readonly closes = new Map<string, string>();
  /** The name of every event that was no candle. */
  readonly otherEvents: string[] = [];
  events = 0;
  connections = 0;
  private lastEventId: string | undefined;
  private isStopping = false;
  private readonly over = new AbortController();
  private readonly watching: Promise<void>;

  /** Goes to the next address whenever it reconnects. */
  constructor(
    private readonly urls: readonly string[],
    private readonly symbol: string,
    private readonly exchange = WRITTEN_EXCHANGE,
  ) {
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.over.abort();
    await this.watching;
  }

  private async watch(): Promise<void> {
    for (let attempt = 0; !this.isStopping; attempt++) {
      await this.listen(this.urls[attempt % this.urls.length]).catch(() => undefined);
      await delay(RECONNECT_MILLISECONDS, undefined, { signal: this.over.signal }).catch(() => undefined);
    }
  }

  private async listen(url: string): Promise<void> {
    const query = new URLSearchParams({ exchange: this.exchange, symbol: this.symbol, interval: '1m' });
    const response = await fetch(`${url}/api/v1/streams/ohlcv?${query.toString()}`, {
      headers: {
        authorization: AUTHORIZATION,
        ...(this.lastEventId !== undefined && { 'last-event-id': this.lastEventId }),
      },
      signal: this.over.signal,
    });
    if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
    this.connections++;
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) this.receive(block);
    }
  }

  private receive(block: string): void {
    const fields = new Map(
      block
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(':'))
        .map((line): [string, string] => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
    );
    const [event, data] = [fields.get('event'), fields.get('data')];
    if (event === undefined || data === undefined) return;
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    if (event !== 'kline') {
      this.otherEvents.push(event);
      return;
    }
    const { open_time, close } = (JSON.parse(data) as KlineEvent).data;
    this.events++;
    this.closes.set(open_time, close);
  }
}
