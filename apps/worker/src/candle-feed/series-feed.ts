import type { LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import type { CandleSource } from '#domain/market-data/series/candle-writes';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { intervalSeconds } from '#engine/market/interval';
import { validateCandlePrices, validateOnGrid, validateOpenTime } from '#engine/market/validate-candle';
import { candlePages } from '#sources/exchanges/candle-pages';
import type { ExchangeSource, SourceCandle } from '#sources/exchanges/exchange-source';
import { SourceFailure } from '#sources/source-failure';
import type { CandleWriter } from './candle-writer';
import type { FeedMetrics, ReconnectReason } from './feed-metrics';
import { FeedRetries } from './feed-retries';
import type { FeedSettings } from './feed-settings';
import type { FeedStatus } from './feed-status';
import type { FeedStore } from './feed-store';
import { type JudgedCandle, SeriesProgress } from './series-progress';

export interface SeriesFeedParts {
  readonly source: ExchangeSource;
  readonly writer: CandleWriter;
  readonly requests: LimitFunction;
  readonly store: Pick<FeedStore, 'resumePoint'>;
  readonly metrics: FeedMetrics;
  readonly status: FeedStatus;
  readonly settings: FeedSettings;
  readonly logger: Logger;
}

/** A candle may open so much after the exchange's time as it is known here, or an interval. */
const MOST_AHEAD_MILLISECONDS = 60_000;
const DISCONNECTED = {
  silent: 'the exchange sent no message for too long',
  closed: 'the exchange closed the connection',
} as const;
/** A live message of something older is a mistake. */
const MOST_INTERVALS_LATE = 100;

/** Keeps one series up to date: live, with requests for whatever the live connection missed or left in doubt. */
export class SeriesFeed {
  private progress: SeriesProgress | undefined;
  private readonly stopping = new AbortController();
  private connection: { readonly abort: AbortController; receivedAt: number } | undefined;
  /** Connections in a row that said nothing. */
  private silences = 0;
  private nextCheckAt = -Infinity;
  private checking: Promise<void> | undefined;
  private readonly intervalMilliseconds: number;
  private readonly retries: FeedRetries;

  constructor(
    readonly name: SeriesName,
    private readonly parts: SeriesFeedParts,
  ) {
    this.intervalMilliseconds = intervalSeconds(name.interval) * 1000;
    this.retries = new FeedRetries(parts.settings, parts.status, parts.logger, name);
  }

  /** How many watches in a row said nothing. */
  get silentWatches(): number {
    return this.silences;
  }

  /** Until it is stopped. */
  async run(): Promise<void> {
    const { signal } = this.stopping;
    const { metrics, status, source } = this.parts;
    while (!this.isStopped()) {
      let reason: ReconnectReason = 'closed';
      try {
        this.progress ??= await this.resume();
        this.progress.reconnect();
        await this.listen(this.progress);
        if (this.connection?.abort.signal.aborted) reason = 'silent';
        if (!this.isStopped()) status.disconnected(new SourceFailure('unreachable', DISCONNECTED[reason]));
      } catch (error) {
        reason = 'failed';
        if (!this.isStopped()) this.retries.failed(error);
      }
      this.connection = undefined;
      if (this.isStopped()) return;
      metrics.countReconnect(this.name.exchange, reason);
      source.clock.expire();
      await this.retries.rest(signal);
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  /** What may have changed unnoticed is read again. */
  recheck(): void {
    this.progress?.reconnect();
  }

  /** To be called again and again, by `performance.now()` and the exchange's clock: does what time alone demands. */
  tick(now: number, exchangeTime: number): void {
    this.checkSilence(now);
    if (this.checking || now < this.nextCheckAt || this.parts.writer.isLagging) return;
    const from = this.progress?.beginCheck(exchangeTime);
    if (from === undefined) return;
    this.checking = this.parts
      .requests(() => this.runCheck(this.progress!, from))
      .finally(() => (this.checking = undefined));
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async resume(): Promise<SeriesProgress> {
    const { settings, store, logger, source } = this.parts;
    const now = source.clock.now();
    const stored = await store.resumePoint(this.name, now);
    const atMost = (candles: number) =>
      Math.floor(now / this.intervalMilliseconds - candles) * this.intervalMilliseconds;
    const from = Math.max(stored ?? atMost(settings.newSeriesCandles), atMost(settings.mostMissedCandles));
    if (stored !== undefined && stored < from) {
      logger.warn(
        { ...this.name, from: new Date(from) },
        'More was missed than the feed fetches; the rest is for `backfill`',
      );
    }
    const { intervalMilliseconds } = this;
    const { graceMilliseconds, mostUnconfirmedCandles } = settings;
    return new SeriesProgress({
      intervalMilliseconds,
      graceMilliseconds,
      mostUnconfirmedCandles,
      from: Math.floor(from / intervalMilliseconds) * intervalMilliseconds,
      onUnconfirmed: (candle) =>
        logger.warn({ ...this.name, candle }, 'A candle stays unconfirmed: its exchange does not have it'),
    });
  }

  private async listen(progress: SeriesProgress): Promise<void> {
    const { source, metrics } = this.parts;
    const abort = new AbortController();
    const connection = { abort, receivedAt: performance.now() };
    this.connection = connection;
    const over = AbortSignal.any([this.stopping.signal, abort.signal]);
    for await (const candles of source.watchCandles(this.name.symbol, this.name.interval, over)) {
      // A message that comes after the cut may follow missing ones.
      if (over.aborted) return;
      const receivedAt = performance.now();
      connection.receivedAt = receivedAt;
      this.silences = 0;
      this.retries.received();
      metrics.countUpdates(source.exchange, candles.length);
      for (const candle of candles) this.receive(progress, candle, receivedAt);
    }
  }

  private receive(progress: SeriesProgress, candle: SourceCandle, receivedAt: number): void {
    const { clock } = this.parts.source;
    const { openTime } = candle;
    const ahead = Math.max(this.intervalMilliseconds, MOST_AHEAD_MILLISECONDS);
    const isPlausible =
      (!clock.isKnown || openTime <= clock.now() + ahead) &&
      openTime >= progress.finalUpTo - MOST_INTERVALS_LATE * this.intervalMilliseconds;
    if (!isPlausible) {
      this.parts.logger.warn({ ...this.name, candle }, 'A candle of an impossible time was left out');
      return;
    }
    if (this.isSound(candle)) {
      this.put(progress.observe(candle), 'feed', receivedAt);
    } else {
      progress.doubt(openTime);
      this.putOne({ ...candle, isClosed: false }, 'feed', { receipts: [], isSound: false });
    }
  }

  private isSound(candle: SourceCandle): boolean {
    return (
      validateOpenTime(candle.openTime, this.parts.source.clock.now()).length === 0 &&
      validateOnGrid(candle.openTime, this.intervalMilliseconds / 1000).length === 0 &&
      validateCandlePrices(candle).length === 0
    );
  }

  private checkSilence(now: number): void {
    const { silenceMilliseconds, longestSilenceMilliseconds } = this.parts.settings;
    const { connection } = this;
    const limit = Math.min(longestSilenceMilliseconds, silenceMilliseconds * 2 ** this.silences);
    if (!connection || now - connection.receivedAt <= limit || connection.abort.signal.aborted) return;
    this.silences++;
    connection.abort.abort();
  }

  private async runCheck(progress: SeriesProgress, from: number): Promise<void> {
    const { source, writer } = this.parts;
    const { symbol, interval } = this.name;
    const { signal } = this.stopping;
    const { clock } = source;
    let requestedAt = clock.knownNow();
    const pages = candlePages({
      fetch: (since) => {
        requestedAt = clock.knownNow();
        return source.fetchCandles(symbol, interval, since, signal);
      },
      intervalMilliseconds: this.intervalMilliseconds,
      from,
      until: () => (clock.isKnown ? clock.now() : Number.POSITIVE_INFINITY),
    });
    try {
      for await (const page of pages) {
        if (signal.aborted) return;
        const sound = page.filter((candle) => this.isSound(candle));
        this.put(progress.settle(sound, requestedAt), 'backfill');
        for (const candle of page) {
          if (!sound.includes(candle)) {
            this.putOne({ ...candle, isClosed: false }, 'backfill', { receipts: [], isSound: false });
          }
        }
        await writer.untilRoom();
      }
      if (signal.aborted) return;
      this.put(progress.endCheck(requestedAt), 'feed');
      this.retries.answered();
    } catch (error) {
      if (signal.aborted) return;
      progress.requestCheck(from);
      this.nextCheckAt = performance.now() + this.retries.afterFailedRequest(error);
    }
  }

  private put(candles: readonly JudgedCandle[], source: CandleSource, receivedAt?: number): void {
    candles.forEach((candle, index) => {
      const receipts = receivedAt === undefined || index > 0 ? [] : [receivedAt];
      const isKept = this.putOne(candle, source, { receipts, isSound: true });
      if (!isKept) this.progress?.doubt(candle.openTime);
    });
  }

  private putOne(
    { openTime, isClosed, open, high, low, close, volume }: JudgedCandle,
    source: CandleSource,
    state: { readonly receipts: readonly number[]; readonly isSound: boolean },
  ): boolean {
    const candle = { openTime: new Date(openTime), open, high, low, close, volume, isClosed };
    return this.parts.writer.put({ name: this.name, candle, source, ...state });
  }
}
