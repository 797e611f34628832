import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { EquitiesStorageModule } from '#domain/equities/equities-storage.module';
import { FundingStorageModule } from '#domain/funding/funding-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { MemberInputs } from './portfolio/member-inputs';
import { PortfolioInputs } from './portfolio/portfolio-inputs';
import { RunInputs } from './run-inputs';
import { SERIES_CACHE_METRICS, SeriesCache } from './series-cache';
import { ThreadPool } from '../thread-pool';

/** What every job that calculates over candles needs. */
@Module({
  imports: [BacktestStorageModule, EquitiesStorageModule, FundingStorageModule, MarketDataStorageModule],
  providers: [RunInputs, MemberInputs, PortfolioInputs, SeriesCache, ThreadPool, ...SERIES_CACHE_METRICS],
  exports: [RunInputs, PortfolioInputs, ThreadPool],
})
export class RunModule {}
