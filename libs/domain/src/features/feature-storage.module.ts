import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '../market-data/market-data-storage.module';
import { FeaturePrecomputes } from './feature-precomputes';
import { FeatureSets } from './feature-sets';

const providers = [FeaturePrecomputes, FeatureSets];

@Module({ imports: [MarketDataStorageModule], providers, exports: providers })
export class FeatureStorageModule {}
