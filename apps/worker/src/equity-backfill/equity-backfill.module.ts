import { Module } from '@nestjs/common';
import { EquitiesStorageModule } from '#domain/equities/equities-storage.module';
import { GapsStorageModule } from '#domain/gaps/gaps-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { openEquitySource } from '#sources/equities/open-equity-source';
import { readEquitySettings } from '#sources/equities/read-equity-settings';
import { RunModule } from '../run.module';
import { EquityBackfillRequeue } from './equity-backfill-requeue';
import { EQUITY_SOURCE, EquityBackfillProcessor } from './equity-backfill.processor';
import { EquityBackfillSweeper } from './equity-backfill.sweeper';
import { EquityCandles } from './equity-candles';
import { SplitWatch } from './split-watch';
import { SymbolBackfill } from './symbol-backfill';

@Module({
  imports: [EquitiesStorageModule, GapsStorageModule, MarketDataStorageModule, RunModule],
  providers: [
    EquityBackfillProcessor,
    EquityBackfillRequeue,
    EquityBackfillSweeper,
    EquityCandles,
    SplitWatch,
    SymbolBackfill,
    {
      provide: EQUITY_SOURCE,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => openEquitySource(readEquitySettings(environment)),
    },
  ],
  exports: [EquityBackfillProcessor, EquityBackfillSweeper],
})
export class EquityBackfillModule {}
