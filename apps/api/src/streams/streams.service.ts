import { Injectable } from '@nestjs/common';
import type { SeriesPosition } from '#domain/market-data/reading/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { EventStream } from '../http/event-streams/event-stream';
import { EventStreams } from '../http/event-streams/event-streams';
import { EVENT_STREAM_FORMAT, KlineFrames } from './kline-frames';
import { OhlcvStreams } from './ohlcv-streams';
import { StreamRegister } from './stream-register';
import type { ActiveStreams } from './streams.dto';

const RETRY = Buffer.from('retry: 3000\n\n');

@Injectable()
export class StreamsService {
  private readonly frames = new KlineFrames(EVENT_STREAM_FORMAT);

  constructor(
    private readonly candles: OhlcvStreams,
    private readonly streams: EventStreams,
    private readonly register: StreamRegister,
  ) {}

  async open(name: SeriesName, known: SeriesPosition | undefined, connection: EventStream): Promise<void> {
    const { stream, begin } = await this.candles.follow(connection, this.frames, { name, known });
    if (connection.isOver()) {
      stream.close();
      return;
    }
    connection.onClose(() => stream.close());
    this.streams.open(connection);
    connection.write(RETRY);
    await begin();
  }

  async active(): Promise<ActiveStreams> {
    const streams = await this.register.list();
    return { total: streams.length, streams };
  }
}
