import { setTimeout as delay } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import type { NamedFeedReport } from '#domain/market-data/series/feed-states';
import { seriesKey, type SeriesName } from '#domain/market-data/series/series-name';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import type { ExchangeSource } from '#sources/exchanges/exchange-source';
import { SourceFailure } from '#sources/source-failure';
import { fullJitter } from '#platform/pauses/full-jitter';
import { CandleWriter } from './candle-writer';
import { ClockWatch } from './clock-watch';
import type { FeedMetrics } from './feed-metrics';
import type { FeedSettings } from './feed-settings';
import { FeedStatus } from './feed-status';
import type { FeedStore } from './feed-store';
import { SeriesFeed, type SeriesFeedParts } from './series-feed';

/** So often in a row a series is watched in vain before its exchange is dialled anew. */
const SILENT_WATCHES = 2;

export interface ExchangeFeedParts {
  readonly store: Pick<FeedStore, 'resumePoint' | 'write' | 'keepApart'>;
  readonly metrics: FeedMetrics;
  readonly settings: FeedSettings;
  readonly logger: Logger;
  /** Whether this worker may write for the exchange, at this moment. */
  readonly mayWrite: () => boolean;
}

/** A series that is followed, also while its exchange cannot be opened. */
interface WantedSeries {
  readonly name: SeriesName;
  readonly status: FeedStatus;
}

interface RunningSeries {
  readonly feed: SeriesFeed;
  readonly stopped: Promise<void>;
}

/** The series of one exchange, while this worker leads it. */
export class ExchangeFeed {
  private readonly writer: CandleWriter;
  private readonly clock: ClockWatch;
  private readonly running = new Map<string, RunningSeries>();
  private wanted = new Map<string, WantedSeries>();
  private source: ExchangeSource | undefined;
  private opening: Promise<void> | undefined;
  private checks: Repetition | undefined;
  private readonly requests: LimitFunction;
  private readonly stopping = new AbortController();

  constructor(
    private readonly exchange: string,
    private readonly parts: ExchangeFeedParts,
  ) {
    const { settings } = parts;
    this.requests = pLimit(settings.requestsAtOnce);
    this.clock = new ClockWatch(exchange, parts);
    this.writer = new CandleWriter(exchange, { ...parts, ...settings });
  }

  start(): void {
    const { settings, logger } = this.parts;
    this.opening = this.open();
    this.checks = repeat(
      () => this.tick(),
      settings.beatMilliseconds,
      (error) => logger.error({ err: error, exchange: this.exchange }, 'A check of the feed failed'),
    );
  }

  /** From now on these series and no others. */
  follow(wanted: readonly SeriesName[]): void {
    this.wanted = new Map(
      wanted.map((name) => {
        const key = seriesKey(name);
        return [key, this.wanted.get(key) ?? { name, status: new FeedStatus() }];
      }),
    );
    this.reconcile();
  }

  /** How the feeds of its series are. */
  reports(): NamedFeedReport[] {
    return [...this.wanted.values()].map(({ name, status }) => ({ ...name, ...status.report }));
  }

  /** What may have changed unnoticed is read again. */
  recheck(): void {
    for (const { feed } of this.running.values()) feed.recheck();
  }

  /** Nothing comes in any more; what is waiting is written. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.parts.metrics.setLeader(this.exchange, false);
    await this.checks?.stop();
    for (const { feed } of this.running.values()) feed.stop();
    for (const { status } of this.wanted.values()) status.stopped();
    await this.writer.drained();
    await Promise.all([...this.running.values()].map(({ stopped }) => stopped));
    await this.opening;
    await this.clock.stop();
    await this.source?.close();
  }

  /** What is waiting is for somebody else to fetch. */
  abandon(): void {
    this.writer.abandon();
  }

  private tick(): Promise<void> {
    const feeds = [...this.running.values()].map(({ feed }) => feed);
    const { source } = this;
    if (source) {
      this.clock.check(this.stopping.signal);
      const [now, exchangeTime] = [performance.now(), source.clock.knownNow()];
      for (const feed of feeds) feed.tick(now, exchangeTime);
    }
    const isSilent = feeds.length > 0 && feeds.every(({ silentWatches }) => silentWatches >= SILENT_WATCHES);
    return isSilent ? this.reopen() : Promise.resolve();
  }

  /** No series receives anything, and watching again did not help: the socket under all of them may be dead. */
  private async reopen(): Promise<void> {
    const { source } = this;
    this.source = undefined;
    for (const { feed } of this.running.values()) feed.stop();
    this.running.clear();
    await source?.close();
    this.opening = this.open();
  }

  private async open(): Promise<void> {
    const { settings, metrics, logger } = this.parts;
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const source = await settings.openExchange(this.exchange);
        await this.clock.follow(source.clock, signal);
        this.source = source;
        if (this.stopping.signal.aborted) return;
        metrics.setLeader(this.exchange, true);
        this.reconcile();
        return;
      } catch (error) {
        this.report(error);
        logger.warn({ err: error, exchange: this.exchange }, 'The exchange could not be opened');
        const pause = fullJitter(failures, settings.retryPauses);
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private report(error: unknown): void {
    const isRefused = error instanceof SourceFailure && error.kind === 'unsupported';
    for (const { status } of this.wanted.values()) {
      if (isRefused) status.refused(error.message);
      else status.disconnected(error);
    }
  }

  private reconcile(): void {
    const { source } = this;
    if (!source || this.stopping.signal.aborted) return;
    for (const [key, { feed }] of this.running) {
      if (this.wanted.has(key)) continue;
      feed.stop();
      this.running.delete(key);
    }
    const { writer, requests } = this;
    for (const [key, { name, status }] of this.wanted) {
      if (this.running.has(key)) continue;
      const parts: SeriesFeedParts = { ...this.parts, source, writer, requests, status };
      const feed = new SeriesFeed(name, parts);
      this.running.set(key, { feed, stopped: feed.run() });
    }
  }
}
