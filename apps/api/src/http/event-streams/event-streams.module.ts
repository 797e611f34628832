import { Module } from '@nestjs/common';
import { EventStreams } from './event-streams';
import { StreamConnections } from './stream-connections';
import { STREAM_METRICS, StreamMetrics } from './stream-metrics';
import { StreamSlots } from './stream-slots';

@Module({
  providers: [...STREAM_METRICS, EventStreams, StreamConnections, StreamMetrics, StreamSlots],
  exports: [EventStreams, StreamConnections, StreamMetrics, StreamSlots],
})
export class EventStreamsModule {}
