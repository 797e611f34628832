import { Module } from '@nestjs/common';
import { DeadLetterStorageModule } from '#domain/trading/dead-letter-storage.module';
import { TradingBatches } from './trading-batches';
import { TradingConsumers } from './trading-consumers';
import { TRADING_METRICS, TradingMetrics } from './trading-metrics';

@Module({
  imports: [DeadLetterStorageModule],
  providers: [...TRADING_METRICS, TradingBatches, TradingConsumers, TradingMetrics],
  exports: [DeadLetterStorageModule, TradingConsumers],
})
export class TradingConsumersModule {}
