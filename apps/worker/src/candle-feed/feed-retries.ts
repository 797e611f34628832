import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { OutageLog } from '#platform/logging/outage-log';
import { fullJitter, type RetryPauses } from '#platform/pauses/full-jitter';
import { SourceFailure } from '#sources/source-failure';
import type { FeedSettings } from './feed-settings';
import type { FeedStatus } from './feed-status';

/**
 * When a feed tries again: at longer and longer intervals while its exchange does not have the series. Logs when its
 * connection or its requests begin to fail, and when they work again.
 */
export class FeedRetries {
  private isRefused = false;
  private connections = 0;
  private requests = 0;
  private resting = new AbortController();
  private readonly connectionLog: OutageLog;
  private readonly requestLog: OutageLog;

  constructor(
    private readonly settings: Pick<FeedSettings, 'retryPauses' | 'longestSilenceMilliseconds'>,
    private readonly status: FeedStatus,
    logger: Logger,
    series: SeriesName,
  ) {
    this.connectionLog = new OutageLog(logger, 'The live connection of a feed', series);
    this.requestLog = new OutageLog(logger, 'The request for what a feed missed', series);
  }

  /** A message came in. */
  received(): void {
    this.connections = 0;
    this.status.received();
    this.connectionLog.works();
  }

  /** The connection failed, or could not be made. */
  failed(error: unknown): void {
    this.status.disconnected(error);
    this.connectionLog.failed(error);
  }

  /** Until the next connection. */
  async rest(signal: AbortSignal): Promise<void> {
    this.resting = new AbortController();
    const woken = AbortSignal.any([signal, this.resting.signal]);
    await delay(fullJitter(this.connections++, this.pauses), undefined, { signal: woken }).catch(
      () => undefined,
    );
  }

  /** A request was answered: the exchange has the series. */
  answered(): void {
    this.requests = 0;
    this.requestLog.works();
    if (!this.isRefused) return;
    this.isRefused = false;
    this.resting.abort();
  }

  /**
   * Milliseconds until the next request. A request alone says that the exchange does not have the series: what a connection
   * fails with may be about another series of its exchange.
   */
  afterFailedRequest(error: unknown): number {
    this.requestLog.failed(error);
    if (error instanceof SourceFailure && error.kind === 'unsupported') {
      this.isRefused = true;
      this.status.refused(error.message);
    }
    return fullJitter(this.requests++, this.pauses);
  }

  private get pauses(): RetryPauses {
    const { retryPauses, longestSilenceMilliseconds } = this.settings;
    return this.isRefused ? { ...retryPauses, longestMilliseconds: longestSilenceMilliseconds } : retryPauses;
  }
}
