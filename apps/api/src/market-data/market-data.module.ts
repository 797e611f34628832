import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { CandleBulkController } from './candle-bulk.controller';
import { CandleBulkService } from './candle-bulk.service';
import { CandleExportController } from './candle-export.controller';
import { CandleExportService } from './candle-export.service';
import { MarketDataController } from './market-data.controller';
import { MarketDataService } from './market-data.service';

@Module({
  imports: [MarketDataStorageModule],
  // The last one takes the fixed paths of the others for ids.
  controllers: [CandleBulkController, CandleExportController, MarketDataController],
  providers: [CandleBulkService, CandleExportService, MarketDataService],
})
export class MarketDataModule {}
