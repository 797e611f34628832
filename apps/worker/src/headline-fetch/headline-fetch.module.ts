import { Module } from '@nestjs/common';
import { HeadlineStorageModule } from '#domain/headlines/headline-storage.module';
import { FeedOutcomes, HEADLINE_FETCH_METRICS } from './feed-outcomes';
import { HeadlineFetchProcessor } from './headline-fetch.processor';
import { HeadlineFetchSweeper } from './headline-fetch.sweeper';

@Module({
  imports: [HeadlineStorageModule],
  providers: [HeadlineFetchProcessor, HeadlineFetchSweeper, FeedOutcomes, ...HEADLINE_FETCH_METRICS],
  exports: [HeadlineFetchProcessor, HeadlineFetchSweeper],
})
export class HeadlineFetchModule {}
