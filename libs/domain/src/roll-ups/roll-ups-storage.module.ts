import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '../market-data/market-data-storage.module';
import { RollUpProblems } from './roll-up-problems';
import { RollUps } from './roll-ups';

const providers = [RollUpProblems, RollUps];

@Module({ imports: [MarketDataStorageModule], providers, exports: providers })
export class RollUpsStorageModule {}
