import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '#platform/tokens';
import { ExchangeFeed } from './exchange-feed';
import { FeedMetrics } from './feed-metrics';
import { FEED_SETTINGS, type FeedSettings } from './feed-settings';
import { FeedStore } from './feed-store';

/** Makes the feeds of exchanges of what all of them share. */
@Injectable()
export class ExchangeFeeds {
  constructor(
    private readonly store: FeedStore,
    private readonly metrics: FeedMetrics,
    @Inject(FEED_SETTINGS) private readonly settings: FeedSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** How often leadership and feeds are checked. */
  get beatMilliseconds(): number {
    return this.settings.beatMilliseconds;
  }

  make(exchange: string, mayWrite: () => boolean): ExchangeFeed {
    const { store, metrics, settings, logger } = this;
    return new ExchangeFeed(exchange, { store, metrics, settings, logger, mayWrite });
  }
}
