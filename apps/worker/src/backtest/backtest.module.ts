import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { BacktestInputs } from './backtest-input';
import { BacktestRequeue } from './backtest-requeue';
import { BacktestThreads } from './backtest-threads';
import { BacktestProcessor } from './backtest.processor';
import { BacktestSweeper } from './backtest.sweeper';
import { RunHeartbeats } from './run-heartbeats';
import { SERIES_CACHE_METRICS, SeriesCache } from './series-cache';

@Module({
  imports: [BacktestStorageModule, MarketDataStorageModule],
  providers: [
    BacktestInputs,
    BacktestProcessor,
    BacktestRequeue,
    BacktestSweeper,
    BacktestThreads,
    RunHeartbeats,
    SeriesCache,
    ...SERIES_CACHE_METRICS,
  ],
  exports: [BacktestProcessor, BacktestSweeper, RunHeartbeats],
})
export class BacktestModule {}
