import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { FeedStates } from '#domain/market-data/series/feed-states';
import { OutageLog } from '#platform/logging/outage-log';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';
import type { ExchangeFeed } from './exchange-feed';
import { FeedLeadership } from './feed-leadership';
import { FeedMetrics } from './feed-metrics';

/** So old a report may be that a client sees; a dead leader shows after some of these. */
const REPORT_MILLISECONDS = 3_000;

/**
 * Reports how the feeds of this worker are: every few seconds, one statement for all. Apart from the feeds, so that a database
 * that does not answer keeps nothing from being received.
 */
@Injectable()
export class FeedReports {
  /** Feeds that this worker runs, by exchange. */
  private feeds: ReadonlyMap<string, ExchangeFeed> = new Map();
  /** Exchanges that nobody wants any more: what was reported of them is removed. */
  private readonly unwanted = new Set<string>();
  private reports: Repetition | undefined;
  private readonly log: OutageLog;

  constructor(
    private readonly states: FeedStates,
    private readonly leadership: FeedLeadership,
    private readonly metrics: FeedMetrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.log = new OutageLog(logger, 'The report of the states of feeds');
  }

  /** Of these feeds, as the map changes. */
  start(feeds: ReadonlyMap<string, ExchangeFeed>): void {
    this.feeds = feeds;
    this.reports = repeat(() => this.report().then(() => this.log.works()), REPORT_MILLISECONDS, this.failed);
  }

  /** Once more, as all feeds have stopped. */
  async stop(): Promise<void> {
    await this.reports?.stop();
    await this.report().catch(this.failed);
  }

  forget(exchange: string): void {
    this.unwanted.add(exchange);
  }

  private readonly failed = (error: unknown): void => {
    this.log.failed(error);
  };

  private async report(): Promise<void> {
    for (const exchange of this.feeds.keys()) this.unwanted.delete(exchange);
    // Whoever may not write does not know any more who leads.
    const led = [...this.feeds].filter(([exchange]) => this.leadership.leads(exchange));
    const reports = led.flatMap(([, feed]) => feed.reports());
    this.metrics.observeStates(reports);
    const unwanted = [...this.unwanted];
    if (led.length + unwanted.length === 0) return;
    await this.states.renew([...led.map(([exchange]) => exchange), ...unwanted], reports);
    for (const exchange of unwanted) this.unwanted.delete(exchange);
  }
}
