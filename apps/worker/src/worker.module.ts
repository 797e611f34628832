import { Module } from '@nestjs/common';
import { PrometheusModule } from '@willsoto/nestjs-prometheus';
import { DatabaseModule } from '#domain/database/database.module';
import { GapsStorageModule } from '#domain/gaps/gaps-storage.module';
import { HeadlineStorageModule } from '#domain/headlines/headline-storage.module';
import { IdempotencyStorageModule } from '#domain/idempotency/idempotency-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { TradingStorageModule } from '#domain/trading/trading-storage.module';
import { MessagingModule } from '#messaging/messaging.module';
import { TradingConsumersModule } from '#messaging/trading/trading-consumers.module';
import { defaultMetrics } from '#platform/config/environment';
import { PlatformModule } from '#platform/platform.module';
import { BacktestModule } from './backtest/backtest.module';
import { CandleMaintenance } from './candle-maintenance';
import { CANDLE_STORAGE_METRICS, CandleStorageMaintenance } from './candle-storage-maintenance';
import { CandleFeedModule } from './candle-feed/candle-feed.module';
import { EquityBackfillModule } from './equity-backfill/equity-backfill.module';
import { FeaturePrecomputeModule } from './feature-precompute/feature-precompute.module';
import { FundingIngestModule } from './funding-ingest/funding-ingest.module';
import { GapRepairModule } from './gap-repair/gap-repair.module';
import { ParameterSearchModule } from './parameter-search/parameter-search.module';
import { PortfolioModule } from './portfolio/portfolio.module';
import { RunModule } from './runs/run.module';
import { HeadlineFetchModule } from './headline-fetch/headline-fetch.module';
import { EventMaintenance } from './event-maintenance';
import { IngestMaintenance } from './ingest-maintenance';
import { MAINTENANCE_METRICS, MaintenanceOutcomes } from './maintenance-outcomes';
import { JobHost } from './jobs/job-host';
import { JobsModule } from './jobs/jobs.module';
import { PROCESSORS } from './processors';
import { RollUpModule } from './roll-up/roll-up.module';
import { Schedule } from './schedule';

@Module({
  imports: [
    PlatformModule,
    DatabaseModule,
    MessagingModule,
    PrometheusModule.register({ defaultMetrics }),
    BacktestModule,
    EquityBackfillModule,
    GapRepairModule,
    GapsStorageModule,
    HeadlineStorageModule,
    IdempotencyStorageModule,
    MarketDataStorageModule,
    CandleFeedModule,
    ParameterSearchModule,
    FeaturePrecomputeModule,
    FundingIngestModule,
    HeadlineFetchModule,
    JobsModule,
    PortfolioModule,
    RollUpModule,
    RunModule,
    TradingConsumersModule,
    TradingStorageModule,
  ],
  providers: [
    CandleMaintenance,
    CandleStorageMaintenance,
    EventMaintenance,
    IngestMaintenance,
    JobHost,
    MaintenanceOutcomes,
    Schedule,
    ...CANDLE_STORAGE_METRICS,
    ...MAINTENANCE_METRICS,
    ...Object.values(PROCESSORS),
  ],
})
export class WorkerModule {}
