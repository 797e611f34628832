import { Module } from '@nestjs/common';
import { FeatureStorageModule } from '#domain/features/feature-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { RunModule } from '../runs/run.module';
import { FeatureComputation } from './feature-computation';
import { FeatureRefresh } from './feature-refresh';

@Module({
  imports: [FeatureStorageModule, MarketDataStorageModule, RunModule],
  providers: [FeatureComputation, FeatureRefresh],
  exports: [FeatureComputation, FeatureRefresh, FeatureStorageModule],
})
export class FeaturePrecomputeModule {}
