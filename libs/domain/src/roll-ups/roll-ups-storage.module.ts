import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '../market-data/market-data-storage.module';
import { RollUps } from './roll-ups';

@Module({ imports: [MarketDataStorageModule], providers: [RollUps], exports: [RollUps] })
export class RollUpsStorageModule {}
