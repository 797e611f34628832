import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { StreamStorageModule } from '#domain/streams/stream-storage.module';
import { EventStreamsModule } from '../http/event-streams/event-streams.module';
import { EventFeed } from './events/event-feed';
import { EventPages } from './events/event-pages';
import { EventsController } from './events/events.controller';
import { EventsService } from './events/events.service';
import { OhlcvStreams } from './ohlcv-streams';
import { StreamRegister } from './stream-register';
import { StreamsController } from './streams.controller';
import { StreamsService } from './streams.service';
import { Tickers } from './ticker/tickers';
import { SOCKET_METRICS, SocketMetrics } from './web-socket/socket-metrics';
import { SocketSessions } from './web-socket/socket-sessions';
import { SocketStreams } from './web-socket/socket-streams';
import { WebSockets } from './web-socket/web-sockets';

@Module({
  imports: [EventStreamsModule, MarketDataStorageModule, StreamStorageModule],
  controllers: [EventsController, StreamsController],
  providers: [
    ...SOCKET_METRICS,
    EventFeed,
    EventPages,
    EventsService,
    OhlcvStreams,
    SocketMetrics,
    SocketSessions,
    SocketStreams,
    StreamRegister,
    StreamsService,
    Tickers,
    WebSockets,
  ],
})
export class StreamsModule {}
