import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { DatasetStorageModule } from '#domain/datasets/dataset-storage.module';
import { EquitiesStorageModule } from '#domain/equities/equities-storage.module';
import { FundingStorageModule } from '#domain/funding/funding-storage.module';
import { HeadlineStorageModule } from '#domain/headlines/headline-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { DATASET_CACHE_METRICS, DatasetCache } from './dataset-cache';
import { MemberInputs } from './portfolio/member-inputs';
import { PortfolioInputs } from './portfolio/portfolio-inputs';
import { RunInputs } from './run-inputs';
import { SERIES_CACHE_METRICS, SeriesCache } from './series-cache';
import { RunDataInputs } from './run-data-inputs';
import { SeriesCandles } from './series-candles';
import { ThreadPool } from '../thread-pool';

/** What every job that calculates over candles needs. */
@Module({
  imports: [
    BacktestStorageModule,
    DatasetStorageModule,
    EquitiesStorageModule,
    FundingStorageModule,
    HeadlineStorageModule,
    MarketDataStorageModule,
  ],
  providers: [
    DatasetCache,
    RunDataInputs,
    SeriesCandles,
    RunInputs,
    MemberInputs,
    PortfolioInputs,
    SeriesCache,
    ThreadPool,
    ...SERIES_CACHE_METRICS,
    ...DATASET_CACHE_METRICS,
  ],
  exports: [RunInputs, PortfolioInputs, ThreadPool],
})
export class RunModule {}
