import { Module } from '@nestjs/common';
import { EventStreams } from './event-streams';
import { STREAM_METRICS, StreamMetrics } from './stream-metrics';
import { StreamPlaces } from './stream-places';

@Module({
  providers: [...STREAM_METRICS, EventStreams, StreamMetrics, StreamPlaces],
  exports: [EventStreams, StreamMetrics],
})
export class EventStreamsModule {}
