import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { StreamStorageModule } from '#domain/streams/stream-storage.module';
import { EventStreamsModule } from '../http/event-streams/event-streams.module';
import { StreamRegister } from './stream-register';
import { StreamsController } from './streams.controller';
import { StreamsService } from './streams.service';

@Module({
  imports: [EventStreamsModule, MarketDataStorageModule, StreamStorageModule],
  controllers: [StreamsController],
  providers: [StreamRegister, StreamsService],
})
export class StreamsModule {}
