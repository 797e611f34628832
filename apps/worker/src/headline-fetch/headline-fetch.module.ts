import { Module } from '@nestjs/common';
import { HeadlineStorageModule } from '#domain/headlines/headline-storage.module';
import { SYMBOL_WORDS } from '#domain/headlines/symbol-words-file';
import { ENVIRONMENT } from '#platform/tokens';
import { FeedHeadlines } from './feed-headlines';
import { FeedOutcomes, HEADLINE_FETCH_METRICS } from './feed-outcomes';
import { HeadlineSchedule } from './headline-schedule';
import { POLLED_FEEDS, polledFeedsOf } from './polled-feeds';

@Module({
  imports: [HeadlineStorageModule],
  providers: [
    FeedHeadlines,
    FeedOutcomes,
    HeadlineSchedule,
    { provide: POLLED_FEEDS, inject: [ENVIRONMENT, SYMBOL_WORDS], useFactory: polledFeedsOf },
    ...HEADLINE_FETCH_METRICS,
  ],
  exports: [FeedHeadlines, FeedOutcomes, HeadlineSchedule, HeadlineStorageModule, POLLED_FEEDS],
})
export class HeadlineFetchModule {}
