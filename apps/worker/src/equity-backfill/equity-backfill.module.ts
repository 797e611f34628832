import { Module } from '@nestjs/common';
import { EquitiesStorageModule } from '#domain/equities/equities-storage.module';
import { GapsStorageModule } from '#domain/gaps/gaps-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { openEquitySource } from '#sources/equities/open-equity-source';
import { readEquitySettings } from '#sources/equities/read-equity-settings';
import { EQUITY_SOURCE } from './equity-backfill.processor';
import { EquityCandles } from './equity-candles';
import { SplitWatch } from './split-watch';
import { SymbolBackfill } from './symbol-backfill';

@Module({
  imports: [EquitiesStorageModule, GapsStorageModule, MarketDataStorageModule],
  providers: [
    EquityCandles,
    SplitWatch,
    SymbolBackfill,
    {
      provide: EQUITY_SOURCE,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => openEquitySource(readEquitySettings(environment)),
    },
  ],
  exports: [EQUITY_SOURCE, EquitiesStorageModule, SymbolBackfill],
})
export class EquityBackfillModule {}
