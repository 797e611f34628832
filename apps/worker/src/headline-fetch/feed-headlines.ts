import { Inject, Injectable } from '@nestjs/common';
import { HeadlineRetention } from '#domain/headlines/headline-retention';
import { Headlines } from '#domain/headlines/headlines';
import type { SourceHeadline } from '#sources/headlines/headline-source';
import { type PolledFeeds, POLLED_FEEDS } from './polled-feeds';

/** Stores what a feed publishes: what is new and not too old, with the symbols of the feed. */
@Injectable()
export class FeedHeadlines {
  constructor(
    private readonly stored: Headlines,
    private readonly retention: HeadlineRetention,
    @Inject(POLLED_FEEDS) private readonly polledFeeds: PolledFeeds,
  ) {}

  async store(url: string, headlines: readonly SourceHeadline[]): Promise<void> {
    const source = new URL(url).hostname;
    const symbols = this.polledFeeds.get(url) ?? [];
    const kept = headlines.filter(({ publishedAt }) => this.retention.keeps(publishedAt));
    const toStore = kept.map((headline) => ({ ...headline, source, symbols }));
    await this.stored.insert(toStore);
    if (symbols.length > 0) await this.stored.addSymbols(toStore, symbols);
  }
}
