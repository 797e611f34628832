import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { TradeJournalController } from './trade-journal.controller';
import { TradeJournalService } from './trade-journal.service';

@Module({
  imports: [IdempotencyModule, TypeOrmModule.forFeature([TradeJournalEntry])],
  controllers: [TradeJournalController],
  providers: [TradeJournalService],
})
export class TradeJournalModule {}
