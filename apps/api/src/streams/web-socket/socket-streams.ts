import { Injectable } from '@nestjs/common';
import type { SeriesPosition } from '#domain/market-data/reading/candle-changes.reader';
import type { SymbolName } from '#domain/market-data/series/series-calendars';
import { StreamMetrics } from '../../http/event-streams/stream-metrics';
import { KlineFrames } from '../kline-frames';
import { OhlcvStreams } from '../ohlcv-streams';
import { StreamRegister } from '../stream-register';
import { TickerStream } from '../ticker/ticker-stream';
import { Tickers } from '../ticker/tickers';
import { intervalOf, type Subscription } from './client-message.dto';
import type { SocketConnection } from './socket-connection';
import { WEB_SOCKET_FORMAT } from './web-socket-frames';

/** What a subscription of a socket brings; it has to be begun, or closed. */
export interface SocketStream {
  /** From which on a client resumes that receives nothing; undefined where there is nothing to resume. */
  readonly id?: string;
  readonly begin: () => void | Promise<void>;
  readonly close: () => void;
}

/** The streams that sockets subscribe to. */
@Injectable()
export class SocketStreams {
  private readonly frames = new KlineFrames(WEB_SOCKET_FORMAT);

  constructor(
    private readonly candles: OhlcvStreams,
    private readonly tickers: Tickers,
    private readonly register: StreamRegister,
    private readonly metrics: StreamMetrics,
  ) {}

  /** Rejects when the database is out of reach. */
  async follow(
    connection: SocketConnection,
    { exchange, symbol, channel }: Subscription,
    known: SeriesPosition | undefined,
  ): Promise<SocketStream> {
    const interval = intervalOf(channel);
    if (interval === undefined) return this.followTicker(connection, { exchange, symbol });
    const name = { exchange, symbol, interval };
    const { stream, id, begin } = await this.candles.follow(connection, this.frames, { name, known });
    return { id, ...this.counted(connection, begin, () => stream.close()) };
  }

  private async followTicker(connection: SocketConnection, symbol: SymbolName): Promise<SocketStream> {
    const stream = new TickerStream(connection, {
      ...this.register.newStream(),
      symbol,
      onSent: (events) => this.metrics.countSent(events, undefined, 'websocket'),
    });
    const subscription = await this.tickers.subscribe(symbol, (ticker) => stream.receive(ticker));
    const begin = () => {
      this.register.add(stream);
      subscription.begin();
    };
    const close = () => {
      this.register.remove(stream);
      subscription.close();
    };
    return this.counted(connection, begin, close);
  }

  private counted(
    connection: SocketConnection,
    begin: SocketStream['begin'],
    close: () => void,
  ): Pick<SocketStream, 'begin' | 'close'> {
    let isOpen = false;
    return {
      begin: () => {
        isOpen = true;
        this.metrics.countOpened();
        return begin();
      },
      close: () => {
        if (isOpen) this.metrics.countClosed(connection.isOver() ? connection.close() : 'client');
        isOpen = false;
        close();
      },
    };
  }
}
