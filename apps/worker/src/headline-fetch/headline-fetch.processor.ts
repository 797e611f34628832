import { Inject, Injectable } from '@nestjs/common';
import { type FeedClaim, HeadlineFeeds } from '#domain/headlines/headline-feeds';
import { HeadlineRetention } from '#domain/headlines/headline-retention';
import { Headlines } from '#domain/headlines/headlines';
import type { JobPayloads } from '#messaging/jobs';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { FeedSource } from '#sources/headlines/feed/feed-source';
import type { HeadlineSource, SourceHeadline } from '#sources/headlines/headline-source';
import { SourceFailure } from '#sources/source-failure';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { type PolledFeeds, POLLED_FEEDS } from './polled-feeds';
import { FeedOutcomes } from './feed-outcomes';

const FEEDS_AT_A_TIME = 4;

/** Polls the feeds that are due, and stores what is new. The rows know which are due; a second job finds none. */
@Injectable()
export class HeadlineFetchProcessor implements JobProcessor<'headline-fetch'> {
  constructor(
    private readonly feeds: HeadlineFeeds,
    private readonly headlines: Headlines,
    private readonly retention: HeadlineRetention,
    private readonly outcomes: FeedOutcomes,
    @Inject(POLLED_FEEDS) private readonly polledFeeds: PolledFeeds,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async process(_payload: JobPayloads['headline-fetch'], stop: AbortSignal): Promise<JobOutcome> {
    const claims = await this.feeds.claim([...this.polledFeeds.keys()]);
    const source = new FeedSource({ allowPrivate: this.environment.headlineAllowPrivate });
    const unexpected: unknown[] = [];
    const left = claims.values();
    const work = async () => {
      for (const claim of left) {
        const error = await this.fetch(claim, source, stop);
        if (error !== undefined && !(error instanceof SourceFailure)) unexpected.push(error);
      }
    };
    await Promise.all(Array.from({ length: FEEDS_AT_A_TIME }, work));
    // What nobody expected is recorded like any failure, and thrown after the other feeds.
    if (unexpected.length > 0) throw unexpected[0];
    return stop.aborted ? 'handed back' : 'completed';
  }

  /** Answers what it failed for, if it did. */
  private async fetch(claim: FeedClaim, source: HeadlineSource, stop: AbortSignal): Promise<unknown> {
    try {
      stop.throwIfAborted();
      const fetched = await source.fetch(claim.url, claim, stop);
      if (fetched) await this.store(claim, fetched.headlines);
      await this.outcomes.succeeded(claim, fetched ?? claim);
    } catch (error) {
      if (stop.aborted) {
        await this.feeds.release(claim.url);
      } else {
        await this.outcomes.failed(claim, error);
        return error;
      }
    }
    return undefined;
  }

  private async store({ url }: FeedClaim, headlines: readonly SourceHeadline[]): Promise<void> {
    const source = new URL(url).hostname;
    const symbols = this.polledFeeds.get(url) ?? [];
    const kept = headlines.filter(({ publishedAt }) => this.retention.keeps(publishedAt));
    const toStore = kept.map((headline) => ({ ...headline, source, symbols }));
    await this.headlines.insert(toStore);
    if (symbols.length > 0) await this.headlines.addSymbols(toStore, symbols);
  }
}
