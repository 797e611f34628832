import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { BacktestRequests } from './backtest-requests';
import { BacktestingController } from './backtesting.controller';
import { BacktestingService } from './backtesting.service';

@Module({
  imports: [BacktestStorageModule, MarketDataStorageModule],
  controllers: [BacktestingController],
  providers: [BacktestRequests, BacktestingService],
})
export class BacktestingModule {}
