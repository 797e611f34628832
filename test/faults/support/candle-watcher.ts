import { WRITTEN_EXCHANGE } from './candle-writers';
import { SseClient } from './sse-client';

interface KlineEvent {
  readonly data: { readonly open_time: string; readonly close: string };
}

/** A client of a candle stream. */
export class CandleWatcher {
  /** What it knows: the close of each candle, by open time. */
  readonly closes = new Map<string, string>();
  /** The name of every event that was no candle. */
  readonly otherEvents: string[] = [];
  events = 0;
  private readonly client: SseClient;

  /** Goes to the next address whenever it reconnects. */
  constructor(urls: readonly string[], symbol: string, exchange = WRITTEN_EXCHANGE) {
    const query = new URLSearchParams({ exchange, symbol, interval: '1m' });
    const path = `/api/v1/streams/ohlcv?${query.toString()}`;
    this.client = new SseClient(urls, path, (event, data) => this.receive(event, data));
  }

  get connections(): number {
    return this.client.connections;
  }

  stop(): Promise<void> {
    return this.client.stop();
  }

  private receive(event: string, text: string): void {
    if (event !== 'kline') {
      this.otherEvents.push(event);
      return;
    }
    const { open_time, close } = (JSON.parse(text) as KlineEvent).data;
    this.events++;
    this.closes.set(open_time, close);
  }
}
