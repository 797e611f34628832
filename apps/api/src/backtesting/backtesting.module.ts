import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { ParameterSearchStorageModule } from '#domain/parameter-search/parameter-search-storage.module';
import { RunStorageModule } from '#domain/runs/run-storage.module';
import { SymbolExchange } from '../http/choose-exchange';
import { EventStreamsModule } from '../http/event-streams/event-streams.module';
import { ExportsModule } from '../http/exports.module';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { BacktestEvents } from './backtest-events';
import { BacktestRequests } from './backtest-requests';
import { BacktestResultsController } from './backtest-results.controller';
import { BacktestResultsService } from './backtest-results.service';
import { BacktestVerificationService } from './backtest-verification.service';
import { BacktestSubmissions } from './backtest-submissions';
import { BacktestingController } from './backtesting.controller';
import { BacktestingService } from './backtesting.service';
import { CandlesCorrected } from './candles-corrected';
import { ParameterSearchController } from './parameter-search.controller';
import { ParameterSearchService } from './parameter-search.service';
import { RunWaits } from './run-waits';
import { RunsController } from './runs/runs.controller';
import { RunsService } from './runs/runs.service';
import { SearchVerificationService } from './search-verification.service';
import { WalkForwardResultsController } from './walk-forward-results.controller';
import { WalkForwardResultsService } from './walk-forward-results.service';
import { VerificationController } from './verification.controller';
import { Verifications } from './verifications';

@Module({
  imports: [
    EventStreamsModule,
    ExportsModule,
    IdempotencyModule,
    BacktestStorageModule,
    MarketDataStorageModule,
    ParameterSearchStorageModule,
    RunStorageModule,
  ],
  // The fixed paths come before the one that takes an id.
  controllers: [
    RunsController,
    ParameterSearchController,
    WalkForwardResultsController,
    BacktestingController,
    BacktestResultsController,
    VerificationController,
  ],
  providers: [
    BacktestEvents,
    BacktestRequests,
    BacktestResultsService,
    BacktestVerificationService,
    BacktestingService,
    BacktestSubmissions,
    CandlesCorrected,
    ParameterSearchService,
    RunWaits,
    RunsService,
    SearchVerificationService,
    SymbolExchange,
    Verifications,
    WalkForwardResultsService,
  ],
})
export class BacktestingModule {}
