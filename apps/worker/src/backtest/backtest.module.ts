import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { RunModule } from '../run.module';
import { BacktestCalculation } from './backtest-calculation';
import { BacktestRequeue } from './backtest-requeue';
import { BacktestVerifyProcessor } from './backtest-verify.processor';
import { BacktestProcessor } from './backtest.processor';
import { BacktestSweeper } from './backtest.sweeper';

@Module({
  imports: [BacktestStorageModule, RunModule],
  providers: [
    BacktestCalculation,
    BacktestProcessor,
    BacktestRequeue,
    BacktestSweeper,
    BacktestVerifyProcessor,
  ],
  exports: [BacktestProcessor, BacktestSweeper, BacktestVerifyProcessor],
})
export class BacktestModule {}
