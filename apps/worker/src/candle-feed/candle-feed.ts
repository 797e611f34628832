import { Inject, Injectable } from '@nestjs/common';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { OutageLog } from '#platform/logging/outage-log';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';
import type { ExchangeFeed } from './exchange-feed';
import { ExchangeFeeds } from './exchange-feeds';
import { FeedLeadership } from './feed-leadership';
import { FeedReports } from './feed-reports';
import { FollowedSeries } from './followed-series';

const STOPPING_MILLISECONDS = 3_500;

/** Feeds the series of the configuration and of open streams, exchange by exchange, where this worker leads. */
@Injectable()
export class CandleFeed {
  private readonly feeds = new Map<string, ExchangeFeed>();
  private beats: Repetition | undefined;
  private session = 0;

  constructor(
    private readonly followed: FollowedSeries,
    private readonly leadership: FeedLeadership,
    private readonly exchanges: ExchangeFeeds,
    private readonly reports: FeedReports,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    if (this.followed.neverAny) return;
    this.reports.start(this.feeds);
    const log = new OutageLog(this.logger, 'The election of who leads the feeds');
    this.beats = repeat(
      () => this.beat().then(() => log.works()),
      this.exchanges.beatMilliseconds,
      (error) => log.failed(error),
    );
  }

  /** Stores what has come in, reports that the feeds have stopped and lets others lead. */
  async stop(): Promise<void> {
    await pTimeout(this.stopFeeds(), { milliseconds: STOPPING_MILLISECONDS, message: false });
    for (const feed of this.feeds.values()) feed.abandon();
    this.feeds.clear();
    await this.leadership.end();
  }

  private async stopFeeds(): Promise<void> {
    await this.beats?.stop();
    await Promise.all([...this.feeds.values()].map((feed) => feed.stop()));
    await this.reports.stop();
  }

  private async beat(): Promise<void> {
    const wanted = await this.followed.byExchange();
    const led = await this.leadership.claim([...wanted.keys()]);
    for (const [exchange, feed] of this.feeds) {
      if (!wanted.has(exchange)) this.reports.forget(exchange);
      if (!led.has(exchange)) this.drop(exchange, feed);
      else if (this.session !== this.leadership.session) feed.recheck();
    }
    this.session = this.leadership.session;
    for (const exchange of led) {
      let feed = this.feeds.get(exchange);
      if (!feed) {
        this.logger.info({ exchange }, 'This worker feeds the exchange');
        feed = this.exchanges.make(exchange, () => this.leadership.leads(exchange));
        this.feeds.set(exchange, feed);
        feed.start();
      }
      feed.follow(wanted.get(exchange) ?? []);
    }
  }

  private drop(exchange: string, feed: ExchangeFeed): void {
    this.logger.info({ exchange }, 'This worker does not feed the exchange any more');
    this.feeds.delete(exchange);
    feed.abandon();
    feed
      .stop()
      .catch((error: unknown) => this.logger.warn({ err: error, exchange }, 'A feed did not end cleanly'));
  }
}
