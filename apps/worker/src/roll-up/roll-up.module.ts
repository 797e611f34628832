import { Module } from '@nestjs/common';
import { GapsStorageModule } from '#domain/gaps/gaps-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { RollUpsStorageModule } from '#domain/roll-ups/roll-ups-storage.module';
import { CandleRollUp } from './candle-roll-up';
import { ROLL_UP_METRICS, RollUpOutcomes } from './roll-up-outcomes';
import { RolledSources } from './rolled-sources';
import { RolledWindow } from './rolled-window';

@Module({
  imports: [GapsStorageModule, MarketDataStorageModule, RollUpsStorageModule],
  providers: [CandleRollUp, RolledSources, RolledWindow, RollUpOutcomes, ...ROLL_UP_METRICS],
  exports: [CandleRollUp],
})
export class RollUpModule {}
