import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { TradeJournalStorageModule } from '#domain/trade-journal/trade-journal-storage.module';
import { TradingStorageModule } from '#domain/trading/trading-storage.module';
import { ExportsModule } from '../http/exports.module';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { UploadsModule } from '../http/uploads/uploads.module';
import { FillsController } from './fills.controller';
import { FillsService } from './fills.service';
import { JournalExportResponder } from './journal-export.responder';
import { JournalTradesController } from './journal-trades.controller';
import { POSITION_DIFFERENCES_GAUGE, PositionMetrics } from './position-metrics';
import { PositionsController } from './positions.controller';
import { TradeDetailsController } from './trade-details.controller';
import { TradeDetailsService } from './trade-details.service';
import { TradeJournalController } from './trade-journal.controller';
import { TradeJournalService } from './trade-journal.service';
import { TradeStatisticsController } from './trade-statistics.controller';
import { TradeStatisticsService } from './trade-statistics.service';
import { TradeStatisticsThreads } from './trade-statistics-threads';

@Module({
  imports: [
    ExportsModule,
    IdempotencyModule,
    TradeJournalStorageModule,
    TradingStorageModule,
    TypeOrmModule.forFeature([TradeJournalEntry]),
    UploadsModule,
  ],
  controllers: [
    // The fixed paths of these are ids to the last one.
    FillsController,
    JournalTradesController,
    PositionsController,
    TradeStatisticsController,
    TradeDetailsController,
    TradeJournalController,
  ],
  providers: [
    FillsService,
    JournalExportResponder,
    POSITION_DIFFERENCES_GAUGE,
    PositionMetrics,
    TradeDetailsService,
    TradeJournalService,
    TradeStatisticsService,
    TradeStatisticsThreads,
  ],
})
export class TradeJournalModule {}
