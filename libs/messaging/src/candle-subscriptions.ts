import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CandleChangesReader } from '#domain/market-data/reading/candle-changes.reader';
import { seriesKey, type SeriesName } from '#domain/market-data/series/series-name';
import { type Environment, requireDirectDatabaseUrl } from '#platform/config/environment';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { Activity } from '#platform/tracing/activity';
import { CANDLE_CHANNEL } from './candle-channel';
import type { CandleListening } from './candle-listening';
import { type CandleNotice, decodeCandleNotices } from './candle-notice';
import { listenOnPostgres } from './listen-on-postgres';
import { listenOnRedis } from './listen-on-redis';
import type { FollowedState } from './series-follower';
import { type SeriesListener, SubscribedSeries } from './subscribed-series';

export interface CandleSubscription {
  /** The state of the series when the listener joined: it receives everything after that. */
  readonly state: FollowedState;
  close(): void;
}

/** Notices may get lost, and some writers send none: this often the tables are polled for more. */
const POLL_MILLISECONDS = 2_000;
/** How long an early notice waits for those before it. */
const EARLY_NOTICE_MILLISECONDS = 200;

/**
 * Lets any number of listeners follow series by name, also series that do not exist yet. Notices make it quick, polls of the tables
 * make it complete. Nothing runs while nobody listens.
 *
 *                        notice of the next version, with its candles
 *   channel (Redis, ───────────────────────────────────────────────────────────► follower ──► listeners
 *   or NOTIFY)  │  │     early: 200 ms later, unless those before it came           ▲
 *               │  └───────────────────────────────┐                                │ changes since its version
 *               │        incomplete                ▼                                │
 *               └─────────────────────────────► outdated ──► poll of the tables ────┘
 *                                                  ▲
 *                 every 2 s, and when the channel is listened to again: all series
 */
@Injectable()
export class CandleSubscriptions implements OnApplicationShutdown {
  private readonly subscribed = new Map<string, SubscribedSeries>();
  private readonly outdated = new Set<SubscribedSeries>();
  private listening: CandleListening | undefined;
  private polls: Repetition | undefined;
  private polling: Promise<void> | undefined;

  constructor(
    private readonly changes: CandleChangesReader,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects when the database is out of reach. */
  async subscribe(name: SeriesName, listener: SeriesListener): Promise<CandleSubscription> {
    const series = this.subscribed.get(seriesKey(name)) ?? this.add(name);
    series.enter();
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      series.leave(listener);
      if (!series.isUsed) this.remove(series);
    };
    try {
      await series.started;
    } catch (error) {
      close();
      throw error;
    }
    series.listen(listener);
    return { state: series.follower.state!, close };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
    await this.polling;
  }

  private add(name: SeriesName): SubscribedSeries {
    const series = new SubscribedSeries(name);
    this.listening ??= Activity.outside(() => this.listen());
    this.polls ??= repeat(
      () => this.pollAll(),
      POLL_MILLISECONDS,
      () => undefined,
    );
    series.started = this.changes.latest(name).then((latest) => {
      series.follower.start(latest);
      this.listenTo(series);
    });
    this.subscribed.set(seriesKey(name), series);
    return series;
  }

  private remove(series: SubscribedSeries): void {
    const key = seriesKey(series.name);
    if (this.subscribed.get(key) === series) this.subscribed.delete(key);
    if (series.channelId !== undefined) this.listening?.unfollow(series.channelId);
    if (this.subscribed.size === 0) void this.stop();
  }

  /** Until the next series is subscribed. */
  private async stop(): Promise<void> {
    const { polls, listening } = this;
    this.polls = undefined;
    this.listening = undefined;
    await Promise.all([polls?.stop(), listening?.close()]);
  }

  private listen(): CandleListening {
    const channelListener = {
      receive: (text: string) => this.onMessage(text),
      begun: () => void this.pollAll(),
    };
    return this.environment.redisUrl
      ? listenOnRedis(this.environment.redisUrl, channelListener, this.logger)
      : listenOnPostgres(
          requireDirectDatabaseUrl(this.environment),
          CANDLE_CHANNEL,
          channelListener,
          this.logger,
        );
  }

  /** Anybody in the database can publish anything on a channel. */
  private onMessage(text: string): void {
    try {
      for (const notice of decodeCandleNotices(text)) this.onNotice(notice);
    } catch (error) {
      this.logger.warn({ err: error }, 'A notice of candles could not be understood');
    }
  }

  private onNotice(notice: CandleNotice): void {
    const series = this.subscribed.get(seriesKey(notice));
    if (!series) return;
    switch (series.follower.receive(notice)) {
      case 'published':
        this.listenTo(series);
        return;
      case 'early':
        series.whenStillEarly(EARLY_NOTICE_MILLISECONDS, () => void this.poll([series]));
        return;
      case 'incomplete':
        void this.poll([series]);
        return;
      case 'duplicate':
    }
  }

  /** Once the series is known to exist, by whatever way. */
  private listenTo(series: SubscribedSeries): void {
    const { seriesId } = series.follower.state!;
    if (seriesId === undefined || series.channelId === seriesId || !series.isUsed) return;
    if (series.channelId !== undefined) this.listening?.unfollow(series.channelId);
    series.channelId = seriesId;
    // What was written between the poll that found the series and the subscription was not received.
    void this.listening?.follow(seriesId)?.then(() => this.poll([series]));
  }

  private pollAll(): Promise<void> {
    return this.poll(this.subscribed.values());
  }

  /** What is requested while a poll is under way is read by the next one. */
  private poll(subscribed: Iterable<SubscribedSeries>): Promise<void> {
    for (const series of subscribed) this.outdated.add(series);
    this.polling ??= Activity.outside(() => this.pollOutdated()).finally(() => (this.polling = undefined));
    return this.polling;
  }

  private async pollOutdated(): Promise<void> {
    try {
      while (this.outdated.size > 0) {
        const started = [...this.outdated].filter(({ follower, isUsed }) => isUsed && follower.state);
        this.outdated.clear();
        if (started.length > 0) await this.catchUp(started);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'The poll for new candles failed; the next one follows');
    }
  }

  private async catchUp(subscribed: readonly SubscribedSeries[]): Promise<void> {
    const seen = subscribed.map(({ name, follower: { state } }) => {
      return { name, seriesId: state!.seriesId, version: state!.version };
    });
    for (const { index, isReplaced } of await this.changes.findMoved(seen)) {
      const series = subscribed[index];
      const { name, state } = series.follower;
      const latest =
        isReplaced || state!.seriesId === undefined ? await this.changes.latest(name) : undefined;
      const id = latest?.seriesId ?? state!.seriesId;
      if (id === undefined) continue;
      if (isReplaced && latest) series.follower.replace(latest);
      else series.follower.apply(await this.changes.changesAfter(name, id, state!));
      this.listenTo(series);
    }
  }
}
