import { Module } from '@nestjs/common';
import { GapsStorageModule } from '#domain/gaps/gaps-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { ExportsModule } from '../http/exports.module';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { LargeReadsModule } from '../http/large-reads';
import { UploadsModule } from '../http/uploads/uploads.module';
import { CandleBulkController } from './candle-bulk.controller';
import { CandleBulkService } from './candle-bulk.service';
import { CandleExportController } from './candle-export.controller';
import { CandleExportResponder } from './candle-export.responder';
import { ChartController } from './chart.controller';
import { ChartIndicatorsThreads } from './chart-indicators-threads';
import { ChartService } from './chart.service';
import { GapsController } from './gaps.controller';
import { GapsService } from './gaps.service';
import { MarketDataController } from './market-data.controller';
import { MarketDataService } from './market-data.service';
import { QuarantineController } from './quarantine.controller';
import { QuarantineService } from './quarantine.service';
import { SeriesController } from './series.controller';

@Module({
  imports: [
    ExportsModule,
    GapsStorageModule,
    IdempotencyModule,
    LargeReadsModule,
    MarketDataStorageModule,
    UploadsModule,
  ],
  controllers: [
    CandleBulkController,
    CandleExportController,
    // The fixed paths of the two above are ids to this one.
    MarketDataController,
    ChartController,
    GapsController,
    QuarantineController,
    SeriesController,
  ],
  providers: [
    CandleBulkService,
    CandleExportResponder,
    ChartIndicatorsThreads,
    ChartService,
    GapsService,
    MarketDataService,
    QuarantineService,
  ],
})
export class MarketDataModule {}
