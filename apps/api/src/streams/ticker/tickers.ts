import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DayTickerReader } from '#domain/market-data/reading/day-ticker.reader';
import type { SymbolName } from '#domain/market-data/series/series-calendars';
import { CandleSubscriptions } from '#messaging/candle-subscriptions';
import { LOGGER } from '#platform/tokens';
import { FollowedTicker, type TickerListener } from './followed-ticker';

export interface TickerSubscription {
  /** The listener receives the ticker as it is now, and from now on its changes. */
  begin(): void;
  close(): void;
}

/** A symbol's ticker is published at most so often. */
const PAUSE_MILLISECONDS = 1_000;
/** Of so many the days are read in one statement. */
const READ_AT_ONCE = 100;

/**
 * The tickers that somebody follows. Their candles of one minute are followed as streams follow them; only where these begin a
 * new minute, or change before the newest one, the tables are read, for many symbols at a time.
 */
@Injectable()
export class Tickers implements OnApplicationShutdown {
  private readonly followed = new Map<string, FollowedTicker>();
  private readonly unread = new Set<FollowedTicker>();
  private reading: Promise<void> | undefined;

  constructor(
    private readonly subscriptions: CandleSubscriptions,
    private readonly days: DayTickerReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects when the database is out of reach. */
  async subscribe(name: SymbolName, listener: TickerListener): Promise<TickerSubscription> {
    const key = JSON.stringify([name.exchange, name.symbol]);
    const ticker = this.followed.get(key) ?? this.follow(key, name);
    ticker.users++;
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      ticker.listeners.delete(listener);
      ticker.waiting.delete(listener);
      if (--ticker.users === 0) this.stop(key, ticker);
    };
    try {
      await ticker.started;
    } catch (error) {
      close();
      throw error;
    }
    const begin = () => {
      if (!isOpen) return;
      ticker.listeners.add(listener);
      ticker.waiting.add(listener);
      this.schedule(ticker);
    };
    return { begin, close };
  }

  async onApplicationShutdown(): Promise<void> {
    for (const [key, ticker] of this.followed) this.stop(key, ticker);
    await this.reading?.catch(() => undefined);
  }

  private follow(key: string, name: SymbolName): FollowedTicker {
    const ticker = new FollowedTicker(name);
    ticker.started = this.start(ticker);
    this.followed.set(key, ticker);
    return ticker;
  }

  private async start(ticker: FollowedTicker): Promise<void> {
    const subscription = await this.subscriptions.subscribe({ ...ticker.name, interval: '1m' }, (update) => {
      ticker.receive(update);
      this.schedule(ticker);
    });
    ticker.close = () => subscription.close();
    if (ticker.users === 0) ticker.close();
    else await this.read(ticker);
  }

  private stop(key: string, ticker: FollowedTicker): void {
    if (this.followed.get(key) === ticker) this.followed.delete(key);
    clearTimeout(ticker.timer);
    this.unread.delete(ticker);
    ticker.close();
  }

  /** Also where it is due at once: what a write brings besides is published with it. */
  private schedule(ticker: FollowedTicker): void {
    const wait = Math.max(0, ticker.publishedAt + PAUSE_MILLISECONDS - Date.now());
    ticker.timer ??= setTimeout(() => void this.publish(ticker), wait);
  }

  private async publish(ticker: FollowedTicker): Promise<void> {
    try {
      if (ticker.isStale) await this.read(ticker);
      ticker.publish(Date.now());
    } catch (error) {
      this.logger.warn({ err: error }, 'A ticker could not be read; it is read again');
    }
    ticker.timer = undefined;
    if (ticker.isStale && ticker.users > 0) {
      ticker.timer = setTimeout(() => void this.publish(ticker), PAUSE_MILLISECONDS);
    }
  }

  /** What is requested while others are read is read after them. */
  private read(ticker: FollowedTicker): Promise<void> {
    this.unread.add(ticker);
    this.reading ??= this.readAll();
    return this.reading;
  }

  private async readAll(): Promise<void> {
    try {
      while (this.unread.size > 0) {
        const some = [...this.unread].slice(0, READ_AT_ONCE);
        for (const ticker of some) {
          this.unread.delete(ticker);
          // What comes from now on may not be in what is read.
          ticker.isStale = false;
        }
        await this.readSome(some);
      }
    } finally {
      this.reading = undefined;
    }
  }

  private async readSome(tickers: readonly FollowedTicker[]): Promise<void> {
    try {
      const days = await this.days.read(tickers.map(({ name }) => name));
      tickers.forEach((ticker, index) => ticker.replace(days[index]));
    } catch (error) {
      for (const ticker of tickers) ticker.isStale = true;
      throw error;
    }
  }
}
