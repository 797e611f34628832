import { Inject, Injectable } from '@nestjs/common';
import { HeadlineFeeds } from '#domain/headlines/headline-feeds';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { FeedSource } from '#sources/headlines/feed/feed-source';
import { SourceFailure } from '#sources/source-failure';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { FeedHeadlines } from './feed-headlines';
import { FeedOutcomes } from './feed-outcomes';
import { type PolledFeeds, POLLED_FEEDS, urlOfSubject } from './polled-feeds';

/** Polls a feed that was not polled for ten minutes, and stores what is new. */
@Injectable()
export class HeadlineFetchProcessor implements JobProcessor {
  private readonly source: FeedSource;

  constructor(
    private readonly feeds: HeadlineFeeds,
    private readonly headlines: FeedHeadlines,
    private readonly outcomes: FeedOutcomes,
    @Inject(POLLED_FEEDS) private readonly polledFeeds: PolledFeeds,
    @Inject(ENVIRONMENT) { headlineAllowPrivate: allowPrivate }: Environment,
  ) {
    this.source = new FeedSource({ allowPrivate });
  }

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const url = urlOfSubject(this.polledFeeds, run.subject);
    const polled = url === undefined ? null : await this.feeds.find(url);
    if (!polled) return run.complete();
    const { feed, restSeconds } = polled;
    if (restSeconds > 0) return this.outcomes.rest(run, restSeconds);
    try {
      const fetched = await this.source.fetch(feed.url, feed, signal);
      if (fetched) await this.headlines.store(feed.url, fetched.headlines);
      return await this.outcomes.succeeded(run, feed, fetched ?? feed);
    } catch (error) {
      if (signal.aborted) throw error;
      await this.outcomes.failed(run, feed, error);
      // What nobody expected is recorded like any failure, and reported.
      if (!(error instanceof SourceFailure)) throw error;
      return 'refused';
    }
  }
}
