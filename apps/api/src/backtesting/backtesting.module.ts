import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { EventStreamsModule } from '../http/event-streams/event-streams.module';
import { BacktestEvents } from './backtest-events';
import { BacktestRequests } from './backtest-requests';
import { BacktestResultsController } from './backtest-results.controller';
import { BacktestResultsService } from './backtest-results.service';
import { BacktestVerificationService } from './backtest-verification.service';
import { BacktestingController } from './backtesting.controller';
import { BacktestingService } from './backtesting.service';
import { ParameterSearchController } from './parameter-search.controller';
import { ParameterSearchService } from './parameter-search.service';

@Module({
  imports: [EventStreamsModule, BacktestStorageModule, MarketDataStorageModule],
  // The fixed paths come before the one that takes an id.
  controllers: [ParameterSearchController, BacktestingController, BacktestResultsController],
  providers: [
    BacktestEvents,
    BacktestRequests,
    BacktestResultsService,
    BacktestVerificationService,
    BacktestingService,
    ParameterSearchService,
  ],
})
export class BacktestingModule {}
