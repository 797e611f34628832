import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { CandleExportController } from './candle-export.controller';
import { CandleExportService } from './candle-export.service';
import { MarketDataController } from './market-data.controller';
import { MarketDataService } from './market-data.service';

@Module({
  imports: [MarketDataStorageModule],
  // The first has a fixed path that the second would take for an id.
  controllers: [CandleExportController, MarketDataController],
  providers: [CandleExportService, MarketDataService],
})
export class MarketDataModule {}
