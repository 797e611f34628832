import type { DayTicker } from '#domain/market-data/reading/day-ticker';
import type { SymbolName } from '#domain/market-data/series/series-calendars';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { OpenStream } from '#domain/streams/open-stream-list.entity';
import { formatDateTime } from '#engine/market/parse-time';
import type { StreamConnection } from '../../http/event-streams/stream-connection';
import type { ListedStream } from '../stream-register';
import { toOpenStream } from '../streams.dto';
import { toTickerEvent } from '../web-socket/server-messages.dto';
import { textFrame } from '../web-socket/web-socket-frames';

interface TickerStreamOptions {
  readonly id: string;
  readonly instance: string;
  readonly symbol: SymbolName;
  readonly onSent: (events: number) => void;
}

const frames = new WeakMap<DayTicker, Buffer>();

/** The ticker of a symbol on a connection. It is listed as a stream of its candles of one minute, which feeds then follow. */
export class TickerStream implements ListedStream {
  readonly name: SeriesName;
  private readonly openedAt = formatDateTime(Date.now());
  private eventsSent = 0;

  constructor(
    private readonly connection: StreamConnection,
    private readonly options: TickerStreamOptions,
  ) {
    this.name = { ...options.symbol, interval: '1m' };
  }

  receive(ticker: DayTicker): void {
    if (this.connection.isOver()) return;
    this.connection.write(this.frameOf(ticker));
    this.eventsSent++;
    this.options.onSent(1);
  }

  toRecord(): OpenStream {
    const { name, openedAt, eventsSent } = this;
    const { id, instance } = this.options;
    return toOpenStream({ id, type: 'websocket', instance, name, openedAt, eventsSent });
  }

  /** Built once, whatever the number of streams. */
  private frameOf(ticker: DayTicker): Buffer {
    const { exchange, symbol } = this.options.symbol;
    const frame = frames.get(ticker) ?? textFrame(JSON.stringify(toTickerEvent(exchange, symbol, ticker)));
    frames.set(ticker, frame);
    return frame;
  }
}
