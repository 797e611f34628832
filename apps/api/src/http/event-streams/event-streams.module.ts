import { Module } from '@nestjs/common';
import { EventStreams } from './event-streams';
import { STREAM_METRICS, StreamMetrics } from './stream-metrics';
import { StreamSlots } from './stream-slots';

@Module({
  providers: [...STREAM_METRICS, EventStreams, StreamMetrics, StreamSlots],
  exports: [EventStreams, StreamMetrics],
})
export class EventStreamsModule {}
