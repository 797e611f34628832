import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { DataFigures } from '#domain/data-figures/data-figures';
import { JobFigures } from '#domain/job-runs/job-figures';
import { JobRuns } from '#domain/job-runs/job-runs';
import { CANDLE_ANNOUNCER } from '#domain/market-data/ingest/candle-announcer';
import { EventsStorageModule } from '#domain/events/events-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { Broker } from './broker/broker';
import { CandleChannel } from './candle-channel';
import { CandleSubscriptions } from './candle-subscriptions';
import { DATA_FIGURE_METRICS, DataFigureMetrics } from './data-figure-metrics';
import { EVENT_METRICS, EventMetrics } from './events/event-metrics';
import { EventNumbering } from './events/event-numbering';
import { EventTail } from './events/event-tail';
import { EventRelay } from './events/event-relay';
import { RELAY_METRICS, RelayMetrics } from './events/relay-metrics';
import { JOB_FIGURE_METRICS, JobFigureMetrics } from './job-figure-metrics';
import { JobOutbox } from './job-outbox';
import { JobQueues } from './job-queues';
import { POOL_METRICS, PoolMetrics } from './pool-metrics';
import { queueConnections } from './queue-connection';
import { Readiness } from './readiness';
import { READINESS_METRICS, ReadinessMetrics } from './readiness-metrics';

/**
 * The queues are opened by JobQueues, not registered here: what Nest registers is opened at the start, and stays broken when
 * its server or its tables are not there yet.
 */
@Global()
@Module({
  imports: [
    EventsStorageModule,
    MarketDataStorageModule,
    BullModule.forRootAsync({
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => ({ connection: queueConnections(environment).producer }),
    }),
  ],
  providers: [
    Broker,
    CandleChannel,
    CandleSubscriptions,
    { provide: CANDLE_ANNOUNCER, useExisting: CandleChannel },
    ...EVENT_METRICS,
    EventMetrics,
    DataFigureMetrics,
    DataFigures,
    EventNumbering,
    EventTail,
    EventRelay,
    JobFigureMetrics,
    JobFigures,
    JobRuns,
    JobQueues,
    JobOutbox,
    PoolMetrics,
    Readiness,
    ReadinessMetrics,
    RelayMetrics,
    ...DATA_FIGURE_METRICS,
    ...JOB_FIGURE_METRICS,
    ...POOL_METRICS,
    ...READINESS_METRICS,
    ...RELAY_METRICS,
  ],
  exports: [
    Broker,
    CANDLE_ANNOUNCER,
    CandleChannel,
    CandleSubscriptions,
    EventMetrics,
    EventsStorageModule,
    EventTail,
    EventRelay,
    JobFigures,
    JobRuns,
    JobQueues,
    JobOutbox,
    Readiness,
  ],
})
export class MessagingModule {}
