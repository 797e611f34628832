import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { RunModule } from '../run.module';
import { BacktestRequeue } from './backtest-requeue';
import { BacktestProcessor } from './backtest.processor';
import { BacktestSweeper } from './backtest.sweeper';

@Module({
  imports: [BacktestStorageModule, RunModule],
  providers: [BacktestProcessor, BacktestRequeue, BacktestSweeper],
  exports: [BacktestProcessor, BacktestSweeper],
})
export class BacktestModule {}
