import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CandleChangesReader } from '#domain/market-data/candle-changes.reader';
import type { SeriesName } from '#domain/market-data/series.repository';
import { type Environment, requireDirectDatabaseUrl } from '#platform/config/environment';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import type { CandleListening } from './candle-listening';
import type { CandleNotice } from './candle-notice';
import { listenOnPostgres } from './listen-on-postgres';
import { listenOnRedis } from './listen-on-redis';
import { type FollowedState, SeriesFollower, type SeriesUpdate } from './series-follower';

export interface CandleSubscription {
  /** The state of the series when the listener joined: it receives everything after that. */
  readonly state: FollowedState;
  close(): void;
}

type Listener = (update: SeriesUpdate) => void;

interface Followed {
  readonly follower: SeriesFollower;
  readonly listeners: Set<Listener>;
  /** Listeners, and those that are about to become one. */
  users: number;
  readonly begun: Promise<void>;
  subscribedId?: number;
  patience?: NodeJS.Timeout;
}

/** Notices may get lost, and some writers send none: this often the tables are polled for more. */
const POLL_MILLISECONDS = 2_000;
/** How long a notice that came too early waits for those before it. */
const PATIENCE_MILLISECONDS = 200;

/**
 * Lets any number of listeners follow series by name, also series that do not exist yet. Notices make it quick, polls of the tables
 * make it complete. Nothing runs while nobody listens.
 */
@Injectable()
export class CandleSubscriptions implements OnApplicationShutdown {
  private readonly followed = new Map<string, Followed>();
  private readonly outdated = new Set<Followed>();
  private listening: CandleListening | undefined;
  private polls: Repetition | undefined;
  private polling: Promise<void> | undefined;

  constructor(
    private readonly changes: CandleChangesReader,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects when the database is out of reach. */
  async subscribe(name: SeriesName, listener: Listener): Promise<CandleSubscription> {
    const key = keyOf(name);
    const followed = this.followed.get(key) ?? this.follow(key, name);
    followed.users++;
    const leave = () => {
      followed.listeners.delete(listener);
      if (--followed.users === 0) this.unfollow(key, followed);
    };
    try {
      await followed.begun;
    } catch (error) {
      leave();
      throw error;
    }
    followed.listeners.add(listener);
    let isOpen = true;
    const close = () => {
      if (isOpen) leave();
      isOpen = false;
    };
    return { state: followed.follower.state!, close };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.fallSilent();
    await this.polling;
  }

  private follow(key: string, name: SeriesName): Followed {
    const listeners = new Set<Listener>();
    const follower = new SeriesFollower(name, (update) => {
      for (const listener of listeners) listener(update);
    });
    this.listening ??= this.listen();
    this.polls ??= repeat(
      () => this.poll(this.followed.values()),
      POLL_MILLISECONDS,
      () => undefined,
    );
    const begun = this.changes.latest(name).then((latest) => {
      follower.begin(latest);
      this.listenTo(followed);
    });
    const followed: Followed = { follower, listeners, users: 0, begun };
    this.followed.set(key, followed);
    return followed;
  }

  private unfollow(key: string, followed: Followed): void {
    clearTimeout(followed.patience);
    if (this.followed.get(key) === followed) this.followed.delete(key);
    if (followed.subscribedId !== undefined) this.listening?.unfollow(followed.subscribedId);
    if (this.followed.size === 0) void this.fallSilent();
  }

  private async fallSilent(): Promise<void> {
    const { polls, listening } = this;
    this.polls = undefined;
    this.listening = undefined;
    await Promise.all([polls?.stop(), listening?.close()]);
  }

  private listen(): CandleListening {
    const channelListener = {
      receive: (text: string) => this.receiveText(text),
      begun: () => void this.poll(this.followed.values()),
    };
    return this.environment.redisUrl
      ? listenOnRedis(this.environment.redisUrl, channelListener, this.logger)
      : listenOnPostgres(requireDirectDatabaseUrl(this.environment), channelListener, this.logger);
  }

  /** Anybody in the database can say anything on a channel. */
  private receiveText(text: string): void {
    try {
      this.receive(JSON.parse(text) as CandleNotice);
    } catch (error) {
      this.logger.warn({ err: error }, 'A notice of candles could not be understood');
    }
  }

  private receive(notice: CandleNotice): void {
    const followed = this.followed.get(keyOf(notice));
    if (!followed) return;
    const reception = followed.follower.accept(notice);
    if (reception === 'published') this.listenTo(followed);
    if (reception === 'outdated') void this.poll([followed]);
    if (reception === 'waits') {
      followed.patience ??= setTimeout(() => {
        followed.patience = undefined;
        if (followed.follower.isWaiting) void this.poll([followed]);
      }, PATIENCE_MILLISECONDS);
    }
  }

  /** Once the series is known to exist, by whatever way. */
  private listenTo(followed: Followed): void {
    const { seriesId } = followed.follower.state!;
    if (seriesId === undefined || followed.subscribedId === seriesId || followed.users === 0) return;
    if (followed.subscribedId !== undefined) this.listening?.unfollow(followed.subscribedId);
    followed.subscribedId = seriesId;
    // What was written between the poll that found the series and the subscription was not received.
    void this.listening?.follow(seriesId)?.then(() => this.poll([followed]));
  }

  /** What is requested while a poll is under way is read by the next one. */
  private poll(series: Iterable<Followed>): Promise<void> {
    for (const followed of series) this.outdated.add(followed);
    this.polling ??= this.pollOutdated().finally(() => (this.polling = undefined));
    return this.polling;
  }

  private async pollOutdated(): Promise<void> {
    try {
      while (this.outdated.size > 0) {
        const begun = [...this.outdated].filter(({ follower, users }) => users > 0 && follower.state);
        this.outdated.clear();
        if (begun.length > 0) await this.catchUp(begun);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'The poll for new candles failed; the next one follows');
    }
  }

  private async catchUp(series: readonly Followed[]): Promise<void> {
    const seen = series.map(({ follower: { name, state } }) => ({
      ...{ name, seriesId: state!.seriesId, version: state!.version },
    }));
    for (const { index, isReplaced } of await this.changes.findMoved(seen)) {
      const followed = series[index];
      const { name, state } = followed.follower;
      const latest =
        isReplaced || state!.seriesId === undefined ? await this.changes.latest(name) : undefined;
      const id = latest?.seriesId ?? state!.seriesId;
      if (id === undefined) continue;
      if (isReplaced && latest) followed.follower.restart(latest);
      else followed.follower.catchUp(await this.changes.changesAfter(name, id, state!));
      this.listenTo(followed);
    }
  }
}

function keyOf({ exchange, symbol, interval }: SeriesName): string {
  return JSON.stringify([exchange, symbol, interval]);
}
