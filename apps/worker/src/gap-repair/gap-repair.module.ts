import { Module } from '@nestjs/common';
import { GapsStorageModule } from '#domain/gaps/gaps-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { OpenExchange } from '#sources/exchanges/exchange-source';
import { openExchange } from '#sources/exchanges/open-exchange';
import { GapFiller } from './gap-filler';
import { OPEN_EXCHANGE } from './gap-repair.processor';

@Module({
  imports: [GapsStorageModule, MarketDataStorageModule],
  providers: [
    GapFiller,
    {
      provide: OPEN_EXCHANGE,
      inject: [ENVIRONMENT],
      useFactory:
        ({ exchangeEndpoints: endpoints }: Environment): OpenExchange =>
        (exchange) =>
          openExchange(exchange, { endpoints }),
    },
  ],
  exports: [GapFiller, OPEN_EXCHANGE],
})
export class GapRepairModule {}
