import { Module } from '@nestjs/common';
import { DeadLetterDecisions } from './dead-letter-decisions';
import { DeadLetters } from './dead-letters';
import { TradingIngest } from './trading-ingest';
import { TradingStorageModule } from './trading-storage.module';

@Module({
  imports: [TradingStorageModule],
  providers: [DeadLetterDecisions, DeadLetters, TradingIngest],
  exports: [DeadLetterDecisions, DeadLetters, TradingIngest],
})
export class DeadLetterStorageModule {}
