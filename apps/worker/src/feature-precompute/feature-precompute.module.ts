import { Module } from '@nestjs/common';
import { FeatureStorageModule } from '#domain/features/feature-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { RunModule } from '../run.module';
import { FeatureComputation } from './feature-computation';
import { FeaturePrecomputeRequeue } from './feature-precompute-requeue';
import { FeaturePrecomputeProcessor } from './feature-precompute.processor';
import { FeaturePrecomputeSweeper } from './feature-precompute.sweeper';
import { FeatureRefresh } from './feature-refresh';

@Module({
  imports: [FeatureStorageModule, MarketDataStorageModule, RunModule],
  providers: [
    FeatureComputation,
    FeaturePrecomputeProcessor,
    FeaturePrecomputeRequeue,
    FeaturePrecomputeSweeper,
    FeatureRefresh,
  ],
  exports: [FeaturePrecomputeProcessor, FeaturePrecomputeSweeper, FeatureRefresh],
})
export class FeaturePrecomputeModule {}
