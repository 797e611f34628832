import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { PrometheusModule } from '@willsoto/nestjs-prometheus';
import { DatabaseModule } from '#domain/database/database.module';
import { MessagingModule } from '#messaging/messaging.module';
import { defaultMetrics } from '#platform/config/environment';
import { declareHistogram } from '#platform/metrics/declare-metric';
import { PlatformModule } from '#platform/platform.module';
import { AnalysisModule } from './analysis/analysis.module';
import { BacktestingModule } from './backtesting/backtesting.module';
import { DatasetsModule } from './datasets/datasets.module';
import { DeadLettersModule } from './dead-letters/dead-letters.module';
import { EquitiesModule } from './equities/equities.module';
import { FeaturesModule } from './features/features.module';
import { FundingRateModule } from './funding-rate/funding-rate.module';
import { HealthController } from './health/health.controller';
import { MetricsController } from './health/metrics.controller';
import { KEY_SET_METRICS, KeySetMetrics } from './http/authentication/key-set-metrics';
import { ErrorFilter } from './http/error.filter';
import { QueryParametersGuard } from './http/query-parameters';
import { HTTP_REQUEST_DURATION, REQUEST_METHODS } from './http/request-context';
import { MarketDataModule } from './market-data/market-data.module';
import { StrategyIdeasModule } from './strategy-ideas/strategy-ideas.module';
import { StreamsModule } from './streams/streams.module';
import { TradeJournalModule } from './trade-journal/trade-journal.module';
import { UniversesModule } from './universes/universes.module';

@Module({
  imports: [
    PlatformModule,
    DatabaseModule,
    MessagingModule,
    PrometheusModule.register({ controller: MetricsController, defaultMetrics }),
    MarketDataModule,
    BacktestingModule,
    AnalysisModule,
    TradeJournalModule,
    DeadLettersModule,
    StrategyIdeasModule,
    FundingRateModule,
    EquitiesModule,
    FeaturesModule,
    StreamsModule,
    UniversesModule,
    DatasetsModule,
  ],
  controllers: [HealthController],
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: QueryParametersGuard },
    KeySetMetrics,
    ...KEY_SET_METRICS,
    declareHistogram({
      name: HTTP_REQUEST_DURATION,
      help: 'Time from the arrival of a request to the end of its answer',
      labels: {
        method: REQUEST_METHODS,
        route: 'the paths of the API as it declares them, `unrouted` for all others, and `unparsed`',
        status:
          'codes that the API answers, and 499 where the client disconnected before its answer was whole',
      },
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    }),
  ],
})
export class ApiModule {}
