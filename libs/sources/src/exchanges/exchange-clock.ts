import { medianOf } from '#engine/market/median';

/** The median is of so many samples: one odd answer changes nothing. */
const SAMPLES = 3;
/** Slow answers are no samples; so many requests are made at most. */
const MOST_REQUESTS = 5;
/** The midpoint of a round trip is off by half of it at most: here by one second, half of the grace of a close. */
const LONGEST_ROUND_TRIP_MILLISECONDS = 2_000;
const REFRESH_MILLISECONDS = 30_000;
/** However often connections break, the time is not requested more often. */
const SHORTEST_REFRESH_MILLISECONDS = 5_000;
/** Of the events in such a window the one with the least latency counts, and the median is of so many windows. */
const EVENT_WINDOW_MILLISECONDS = 10_000;
const EVENT_WINDOWS = 5;
/** An exchange that answers no time for so long counts as one that publishes none. */
const LONGEST_UNKNOWN_MILLISECONDS = 600_000;

/**
 * The exchange's time (ms since 1970 UTC) by one request. `onSent` is called when the request leaves, which can be long after
 * the call where requests wait for the rate limit.
 */
export type FetchTime = (signal: AbortSignal, onSent: () => void) => Promise<number>;

/**
 * What the time is known by: `fetched`, the exchange's answers; `events`, the times in its messages; `own`, this machine's clock,
 * as the exchange publishes no time, or has answered none for ten minutes; `shared`, this machine's clock, which the exchange runs on; `unknown`, nothing so far.
 */
export type ClockBasis = 'fetched' | 'events' | 'own' | 'shared' | 'unknown';

interface ExchangeClockSettings {
  /** Absent where the exchange answers no time. */
  readonly fetchTime?: FetchTime;
  /** The exchange runs on this machine's clock. */
  readonly isShared?: boolean;
  /** This machine's time, ms since 1970 UTC; by default one that goes on evenly when the machine's clock is set. */
  readonly now?: () => number;
}

/**
 * The time of an exchange, which decides which of its candles have closed: its own, not this machine's.
 *
 * A sample is the difference between the exchange's time and this machine's. A fetched time is compared with the middle of its
 * round trip, as NTP does (RFC 5905, section 8): the error is half of the round trip at most, in either direction, and slow
 * answers are not used so; the offset is the median of the samples of one refresh. The time of an event is compared with its
 * receipt: its latency makes it a lower bound of the exchange's time, so of several the largest is the best, and it counts only
 * while no time has been fetched. From one refresh to the next this machine's clock counts on, so a drift between the two is
 * followed with at most that delay.
 */
export class ExchangeClock {
  private readonly fetchTime: FetchTime | undefined;
  private readonly isShared: boolean;
  private readonly own: () => number;
  private readonly wall: () => number;
  private fetched: number | undefined;
  private readonly events: { readonly window: number; offset: number }[] = [];
  private readonly openedAt: number;
  private refreshedAt: number | undefined;

  constructor({ fetchTime, isShared = false, now }: ExchangeClockSettings) {
    this.fetchTime = fetchTime;
    this.isShared = isShared;
    this.own = now ?? (() => performance.timeOrigin + performance.now());
    this.wall = now ?? (() => Date.now());
    this.openedAt = this.own();
  }

  get basis(): ClockBasis {
    if (this.isShared) return 'shared';
    if (this.fetched !== undefined) return 'fetched';
    if (this.events.length > 0) return 'events';
    const isWaiting = this.fetchTime && this.own() - this.openedAt < LONGEST_UNKNOWN_MILLISECONDS;
    return isWaiting ? 'unknown' : 'own';
  }

  get isKnown(): boolean {
    return this.basis !== 'unknown';
  }

  /** The exchange's time, ms since 1970 UTC; this machine's while it is unknown. */
  now(): number {
    if (this.fetched !== undefined) return this.own() + this.fetched;
    return this.events.length > 0
      ? this.own() + medianOf(this.events.map(({ offset }) => offset))
      : this.wall();
  }

  /** Like `now`, for what must not be taken for past too early: -Infinity while it is unknown. */
  knownNow(): number {
    return this.isKnown ? this.now() : Number.NEGATIVE_INFINITY;
  }

  /** How far the exchange's clock is ahead of this machine's, ms; undefined where the exchange has shown no time. */
  get offsetMilliseconds(): number | undefined {
    return this.basis === 'unknown' || this.basis === 'own' ? undefined : this.now() - this.wall();
  }

  /** Whether it is time for `refresh`. */
  get isDue(): boolean {
    if (!this.fetchTime) return false;
    return this.refreshedAt === undefined || this.own() - this.refreshedAt >= REFRESH_MILLISECONDS;
  }

  /** Makes a refresh due, as after a lost connection. */
  expire(): void {
    if (this.refreshedAt === undefined || this.own() - this.refreshedAt < SHORTEST_REFRESH_MILLISECONDS)
      return;
    this.refreshedAt = undefined;
  }

  /**
   * Requests the time, some times in a row. Throws what a request throws; where all answers were slow, a refresh stays due.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    if (!this.fetchTime) return;
    const offsets: number[] = [];
    for (let request = 0; request < MOST_REQUESTS && offsets.length < SAMPLES; request++) {
      const offset = await this.sample(this.fetchTime, signal);
      if (offset !== undefined) offsets.push(offset);
    }
    if (offsets.length === 0) return;
    this.fetched = medianOf(offsets);
    this.refreshedAt = this.own();
  }

  /** A time (ms since 1970 UTC) that the exchange's clock had passed when this is called. */
  observe(time: number): void {
    const now = this.own();
    const offset = time - now;
    const window = Math.floor(now / EVENT_WINDOW_MILLISECONDS);
    const newest = this.events.at(-1);
    if (newest?.window === window) {
      newest.offset = Math.max(newest.offset, offset);
      return;
    }
    this.events.push({ window, offset });
    if (this.events.length > EVENT_WINDOWS) this.events.shift();
  }

  private async sample(fetchTime: FetchTime, signal: AbortSignal): Promise<number | undefined> {
    let sentAt = this.own();
    const time = await fetchTime(signal, () => (sentAt = this.own()));
    const receivedAt = this.own();
    if (receivedAt - sentAt <= LONGEST_ROUND_TRIP_MILLISECONDS) return time - (sentAt + receivedAt) / 2;
    this.observe(time);
    return undefined;
  }
}
