import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { CandleBulkController } from './candle-bulk.controller';
import { CandleBulkService } from './candle-bulk.service';
import { CandleExportController } from './candle-export.controller';
import { CandleExportService } from './candle-export.service';
import { MarketDataController } from './market-data.controller';
import { MarketDataService } from './market-data.service';
import { QuarantineController } from './quarantine.controller';
import { QuarantineService } from './quarantine.service';

@Module({
  imports: [MarketDataStorageModule],
  // The one of candles takes the fixed paths of others for ids.
  controllers: [CandleBulkController, CandleExportController, MarketDataController, QuarantineController],
  providers: [CandleBulkService, CandleExportService, MarketDataService, QuarantineService],
})
export class MarketDataModule {}
