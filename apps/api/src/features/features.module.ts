import { Module } from '@nestjs/common';
import { FeatureStorageModule } from '#domain/features/feature-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { SymbolExchange } from '../http/choose-exchange';
import { ExportsModule } from '../http/exports.module';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { FeatureHistoryBars } from './feature-history-bars';
import { FeatureHistoryThreads } from './feature-history-threads';
import { FeatureHistoryResponder } from './feature-history.responder';
import { FeatureHistoryService } from './feature-history.service';
import { FeaturesController } from './features.controller';
import { FeaturesService } from './features.service';

@Module({
  imports: [ExportsModule, FeatureStorageModule, IdempotencyModule, MarketDataStorageModule],
  controllers: [FeaturesController],
  providers: [
    SymbolExchange,
    FeatureHistoryBars,
    FeatureHistoryResponder,
    FeatureHistoryService,
    FeatureHistoryThreads,
    FeaturesService,
  ],
})
export class FeaturesModule {}
