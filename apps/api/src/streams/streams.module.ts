import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { StreamStorageModule } from '#domain/streams/stream-storage.module';
import { OhlcvStreams } from './ohlcv-streams';
import { STREAM_METRICS, StreamMetrics } from './stream-metrics';
import { StreamPlaces } from './stream-places';
import { StreamRegister } from './stream-register';
import { StreamsController } from './streams.controller';
import { StreamsService } from './streams.service';

@Module({
  imports: [MarketDataStorageModule, StreamStorageModule],
  controllers: [StreamsController],
  providers: [...STREAM_METRICS, OhlcvStreams, StreamMetrics, StreamPlaces, StreamRegister, StreamsService],
})
export class StreamsModule {}
