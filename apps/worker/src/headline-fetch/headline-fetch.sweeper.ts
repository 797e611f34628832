import { Inject, Injectable } from '@nestjs/common';
import { HeadlineFeeds } from '#domain/headlines/headline-feeds';
import { JobQueues } from '#messaging/job-queues';
import { type PolledFeeds, POLLED_FEEDS } from './polled-feeds';

const EVERY_TEN_MINUTES = '*/10 * * * *';
const MINUTE_MILLISECONDS = 60_000;

/** Keeps the schedule in the queue, which forgets it when it is emptied, and has feeds that are due polled without delay. */
@Injectable()
export class HeadlineFetchSweeper {
  constructor(
    private readonly feeds: HeadlineFeeds,
    private readonly queues: JobQueues,
    @Inject(POLLED_FEEDS) private readonly polledFeeds: PolledFeeds,
  ) {}

  async sweep(): Promise<void> {
    if (this.polledFeeds.size === 0) return;
    await this.queues.keepScheduled('headline-fetch', { requestedAt: null }, EVERY_TEN_MINUTES);
    // Replicas that sweep in the same minute mean the same job.
    if (await this.feeds.isDue([...this.polledFeeds.keys()])) {
      const requestedAt = Math.floor(Date.now() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS;
      await this.queues.add('headline-fetch', { requestedAt });
    }
  }
}
