import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { RegimeController } from './regime.controller';
import { RegimeService } from './regime.service';
import { RegimeThreads } from './regime-threads';

@Module({
  imports: [MarketDataStorageModule],
  controllers: [RegimeController],
  providers: [RegimeService, RegimeThreads],
})
export class AnalysisModule {}
