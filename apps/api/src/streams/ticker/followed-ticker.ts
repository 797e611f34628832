import { type DayOfMinutes, type DayTicker, tickerOf } from '#domain/market-data/reading/day-ticker';
import type { SymbolName } from '#domain/market-data/series/series-calendars';
import type { SeriesUpdate } from '#messaging/series-follower';

export type TickerListener = (ticker: DayTicker) => void;

/** The ticker of a symbol that somebody follows: computed once, whatever the number of its listeners. */
export class FollowedTicker {
  readonly listeners = new Set<TickerListener>();
  /** Those of them that have not received it yet. */
  readonly waiting = new Set<TickerListener>();
  /** Subscriptions, begun or not; it is followed until the last of them ends. */
  users = 0;
  /** Settled when it was computed for the first time. */
  started: Promise<void> = Promise.resolve();
  close: () => void = () => undefined;
  /** Changes came that the day does not have: it has to be read again. */
  isStale = true;
  timer: NodeJS.Timeout | undefined;
  /** In milliseconds since 1970 UTC. */
  publishedAt = 0;
  private receivedVersion = 0;
  private published: DayOfMinutes | undefined;
  private day: DayOfMinutes | undefined;

  constructor(readonly name: SymbolName) {}

  /** Undefined where no candle of one minute is stored. As it was read since `isStale` was set to false. */
  replace(day: DayOfMinutes | undefined): void {
    this.day = day;
    // Received before it, and committed after it was read.
    if (day && this.receivedVersion > day.version) this.isStale = true;
  }

  /** Changes of the newest candle are taken over; after all others the day has to be read again, once a minute for a live series. */
  receive({ version, candles, from, after, newest }: SeriesUpdate): void {
    const { day } = this;
    this.receivedVersion = version;
    const isOfNewest =
      day !== undefined &&
      candles?.length === 1 &&
      candles[0].openTime === day.newest.openTime &&
      from >= day.newest.openTime &&
      newest?.openTime === day.newest.openTime;
    if (!isOfNewest) this.isStale = true;
    // What was read later than it was published has it already.
    else if (version > day.version) {
      this.day = { ...day, version, committedAt: after.committedAt, newest: candles[0] };
    }
  }

  /** To all where it has changed, else to those who wait for it. `now`: milliseconds since 1970 UTC. */
  publish(now: number): void {
    const { day, listeners, waiting } = this;
    const receivers = [...(day === this.published ? waiting : listeners)];
    if (!day || receivers.length === 0) return;
    this.publishedAt = now;
    this.published = day;
    waiting.clear();
    const ticker = tickerOf(day);
    for (const listener of receivers) listener(ticker);
  }
}
