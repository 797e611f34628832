import { Module } from '@nestjs/common';
import { HeadlineStorageModule } from '#domain/headlines/headline-storage.module';
import { SYMBOL_WORDS } from '#domain/headlines/symbol-words-file';
import { ENVIRONMENT } from '#platform/tokens';
import { POLLED_FEEDS, polledFeedsOf } from './polled-feeds';
import { FeedOutcomes, HEADLINE_FETCH_METRICS } from './feed-outcomes';
import { HeadlineFetchProcessor } from './headline-fetch.processor';
import { HeadlineFetchSweeper } from './headline-fetch.sweeper';

@Module({
  imports: [HeadlineStorageModule],
  providers: [
    HeadlineFetchProcessor,
    HeadlineFetchSweeper,
    FeedOutcomes,
    { provide: POLLED_FEEDS, inject: [ENVIRONMENT, SYMBOL_WORDS], useFactory: polledFeedsOf },
    ...HEADLINE_FETCH_METRICS,
  ],
  exports: [HeadlineFetchProcessor, HeadlineFetchSweeper],
})
export class HeadlineFetchModule {}
