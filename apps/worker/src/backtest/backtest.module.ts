import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { RunModule } from '../runs/run.module';
import { BacktestCalculation } from './backtest-calculation';

@Module({
  imports: [BacktestStorageModule, RunModule],
  providers: [BacktestCalculation],
  exports: [BacktestCalculation, BacktestStorageModule],
})
export class BacktestModule {}
