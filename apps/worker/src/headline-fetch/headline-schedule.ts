import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HeadlineFeeds } from '#domain/headlines/headline-feeds';
import { NO_SUBMITTER } from '#domain/job-runs/job-runs';
import { JobOutbox } from '#messaging/job-outbox';
import { type PolledFeeds, POLLED_FEEDS, subjectOfFeed } from './polled-feeds';

/** Has a job for every feed that is configured. A job that is there goes on by itself, every ten minutes. */
@Injectable()
export class HeadlineSchedule {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feeds: HeadlineFeeds,
    private readonly outbox: JobOutbox,
    @Inject(POLLED_FEEDS) private readonly polledFeeds: PolledFeeds,
  ) {}

  async keep(): Promise<void> {
    const urls = [...this.polledFeeds.keys()];
    if (urls.length === 0) return;
    const entries = await this.dataSource.transaction(async (manager) => {
      await this.feeds.track(manager, urls);
      return this.outbox.submitAll(manager, 'headline-fetch', urls.map(subjectOfFeed), NO_SUBMITTER);
    });
    this.outbox.dispatch(entries);
  }
}
