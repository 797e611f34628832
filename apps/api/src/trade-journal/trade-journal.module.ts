import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { TradingStorageModule } from '#domain/trading/trading-storage.module';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { UploadsModule } from '../http/uploads/uploads.module';
import { FillsController } from './fills.controller';
import { FillsService } from './fills.service';
import { TradeJournalController } from './trade-journal.controller';
import { TradeJournalService } from './trade-journal.service';

@Module({
  imports: [
    IdempotencyModule,
    TradingStorageModule,
    TypeOrmModule.forFeature([TradeJournalEntry]),
    UploadsModule,
  ],
  controllers: [FillsController, TradeJournalController],
  providers: [FillsService, TradeJournalService],
})
export class TradeJournalModule {}
