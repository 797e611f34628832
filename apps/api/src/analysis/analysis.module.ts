import { Module } from '@nestjs/common';
import { HeadlineStorageModule } from '#domain/headlines/headline-storage.module';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { HeadlinesController } from './headlines.controller';
import { HeadlinesService } from './headlines.service';
import { RegimeController } from './regime.controller';
import { RegimeCandles } from './regime-candles';
import { RegimeService } from './regime.service';
import { RegimeThreads } from './regime-threads';
import { SentimentController } from './sentiment.controller';
import { SentimentService } from './sentiment.service';

@Module({
  imports: [HeadlineStorageModule, MarketDataStorageModule],
  controllers: [HeadlinesController, RegimeController, SentimentController],
  providers: [HeadlinesService, RegimeCandles, RegimeService, RegimeThreads, SentimentService],
})
export class AnalysisModule {}
