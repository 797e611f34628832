import { Module } from '@nestjs/common';
import { BacktestStorageModule } from '#domain/backtesting/backtest-storage.module';
import { DatasetStorageModule } from '#domain/datasets/dataset-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { ParameterSearchStorageModule } from '#domain/parameter-search/parameter-search-storage.module';
import { PortfolioStorageModule } from '#domain/portfolios/portfolio-storage.module';
import { RunStorageModule } from '#domain/runs/run-storage.module';
import { SymbolExchange } from '../http/choose-exchange';
import { EventStreamsModule } from '../http/event-streams/event-streams.module';
import { ExportsModule } from '../http/exports.module';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { LargeReadsModule } from '../http/large-reads';
import { BacktestEvents } from './backtest-events';
import { BacktestRequests } from './backtest-requests';
import { BacktestResultsController } from './backtest-results.controller';
import { BacktestResultsService } from './backtest-results.service';
import { BacktestVerificationService } from './backtest-verification.service';
import { BacktestSubmissions } from './backtest-submissions';
import { BacktestingController } from './backtesting.controller';
import { BacktestingService } from './backtesting.service';
import { CandlesCorrected } from './candles-corrected';
import { DatasetRequests } from './dataset-requests';
import { ComparisonController } from './comparison/comparison.controller';
import { ComparisonService } from './comparison/comparison.service';
import { RunSettingsReader } from './comparison/run-settings.reader';
import { DistributionController } from './distribution/distribution.controller';
import { DistributionService } from './distribution/distribution.service';
import { CancelledJobs } from './cancelled-jobs';
import { IndicatorsController } from './indicators/indicators.controller';
import { IndicatorsService } from './indicators/indicators.service';
import { RunCandles } from './indicators/run-candles';
import { ParameterSearchController } from './parameter-search.controller';
import { ParameterSearchService } from './parameter-search.service';
import { PortfolioEvents } from './portfolio/portfolio-events';
import { PortfolioRequests } from './portfolio/portfolio-requests';
import { PortfolioResultsController } from './portfolio/portfolio-results.controller';
import { PortfolioResultsService } from './portfolio/portfolio-results.service';
import { PortfolioSubmissions } from './portfolio/portfolio-submissions';
import { PortfolioSearches } from './portfolio/portfolio-searches';
import { PortfolioSearchesController } from './portfolio/portfolio-searches.controller';
import { PortfolioVerificationService } from './portfolio/portfolio-verification.service';
import { PortfoliosController } from './portfolio/portfolios.controller';
import { PortfoliosService } from './portfolio/portfolios.service';
import { RunAccounts } from './run-accounts';
import { RunFigureThreads } from './run-figure-threads';
import { RunWaits } from './run-waits';
import { RunsController } from './runs/runs.controller';
import { RunsService } from './runs/runs.service';
import { SearchSubmissions } from './search-submissions';
import { SearchVerificationService } from './search-verification.service';
import { WalkForwardResultsController } from './walk-forward-results.controller';
import { WalkForwardResultsService } from './walk-forward-results.service';
import { VerificationController } from './verification.controller';
import { TradeLevelsController } from './trade-levels/trade-levels.controller';
import { TradeLevelsService } from './trade-levels/trade-levels.service';
import { Verifications } from './verifications';

@Module({
  imports: [
    EventStreamsModule,
    ExportsModule,
    IdempotencyModule,
    LargeReadsModule,
    BacktestStorageModule,
    DatasetStorageModule,
    MarketDataStorageModule,
    ParameterSearchStorageModule,
    PortfolioStorageModule,
    RunStorageModule,
  ],
  // The fixed paths come before the one that takes an id.
  controllers: [
    RunsController,
    ComparisonController,
    ParameterSearchController,
    WalkForwardResultsController,
    DistributionController,
    PortfolioSearchesController,
    PortfoliosController,
    PortfolioResultsController,
    BacktestingController,
    BacktestResultsController,
    IndicatorsController,
    TradeLevelsController,
    VerificationController,
  ],
  providers: [
    BacktestEvents,
    BacktestRequests,
    DatasetRequests,
    BacktestResultsService,
    BacktestVerificationService,
    BacktestingService,
    BacktestSubmissions,
    CandlesCorrected,
    ComparisonService,
    DistributionService,
    CancelledJobs,
    IndicatorsService,
    ParameterSearchService,
    PortfolioEvents,
    PortfolioRequests,
    PortfolioSearches,
    PortfolioResultsService,
    PortfolioSubmissions,
    PortfolioVerificationService,
    PortfoliosService,
    RunAccounts,
    RunCandles,
    RunFigureThreads,
    RunSettingsReader,
    RunWaits,
    RunsService,
    SearchSubmissions,
    SearchVerificationService,
    SymbolExchange,
    TradeLevelsService,
    Verifications,
    WalkForwardResultsService,
  ],
})
export class BacktestingModule {}
