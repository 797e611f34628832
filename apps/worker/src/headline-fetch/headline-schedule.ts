import { Inject, Injectable } from '@nestjs/common';
import { HeadlineFeeds } from '#domain/headlines/headline-feeds';
import { JobOutbox } from '#messaging/job-outbox';
import { type PolledFeeds, POLLED_FEEDS, subjectOfFeed } from './polled-feeds';

/** Has a job for every feed that is configured. A job that is there goes on by itself, every ten minutes. */
@Injectable()
export class HeadlineSchedule {
  constructor(
    private readonly feeds: HeadlineFeeds,
    private readonly outbox: JobOutbox,
    @Inject(POLLED_FEEDS) private readonly polledFeeds: PolledFeeds,
  ) {}

  async keep(): Promise<void> {
    const urls = [...this.polledFeeds.keys()];
    if (urls.length === 0) return;
    await this.outbox.schedule('headline-fetch', urls.map(subjectOfFeed), (manager) =>
      this.feeds.track(manager, urls),
    );
  }
}
