import type { Logger } from 'pino';
import { fullJitter } from '#platform/pauses/full-jitter';
import type { ExchangeClock } from '#sources/exchanges/exchange-clock';
import type { FeedMetrics } from './feed-metrics';
import type { FeedSettings } from './feed-settings';

/** An offset that has changed by so much since it was last logged is logged again. */
const NOTABLE_CHANGE_MILLISECONDS = 1_000;

interface ClockWatchParts {
  readonly metrics: Pick<FeedMetrics, 'setClockOffset' | 'removeClockOffset'>;
  readonly settings: Pick<FeedSettings, 'retryPauses'>;
  readonly logger: Logger;
}

/** Refreshes what is known of an exchange's time, publishes how far its clock is ahead of ours, and warns when that changes. */
export class ClockWatch {
  private clock: ExchangeClock | undefined;
  private refreshing: Promise<void> | undefined;
  private failures = 0;
  private nextRefreshAt = -Infinity;
  private loggedMilliseconds = 0;
  private hasNamedOwn = false;

  constructor(
    private readonly exchange: string,
    private readonly parts: ClockWatchParts,
  ) {}

  /** From now on this clock. Resolves after the first attempt to read it. */
  async follow(clock: ExchangeClock, signal: AbortSignal): Promise<void> {
    this.clock = clock;
    await this.refresh(clock, signal);
  }

  /** To be called again and again. */
  check(signal: AbortSignal): void {
    const { clock } = this;
    if (!clock) return;
    this.publish(clock);
    if (this.refreshing || !clock.isDue || performance.now() < this.nextRefreshAt) return;
    this.refreshing = this.refresh(clock, signal).finally(() => (this.refreshing = undefined));
  }

  /** Resolves when no request is under way. */
  async stop(): Promise<void> {
    await this.refreshing;
    this.parts.metrics.removeClockOffset(this.exchange);
  }

  private async refresh(clock: ExchangeClock, signal: AbortSignal): Promise<void> {
    const { settings, logger } = this.parts;
    try {
      await clock.refresh(signal);
      this.failures = clock.isDue ? this.failures + 1 : 0;
    } catch (error) {
      if (signal.aborted) return;
      if (this.failures++ === 0) {
        logger.warn({ err: error, exchange: this.exchange }, 'The time of the exchange could not be fetched');
      }
    }
    if (this.failures > 0) {
      this.nextRefreshAt = performance.now() + fullJitter(this.failures - 1, settings.retryPauses);
    }
    this.publish(clock);
  }

  private publish(clock: ExchangeClock): void {
    const { exchange } = this;
    const { metrics, logger } = this.parts;
    if (clock.basis === 'own' && !this.hasNamedOwn) {
      this.hasNamedOwn = true;
      logger.warn(
        { exchange },
        "The exchange publishes no time: which of its candles have closed is decided by this machine's clock",
      );
    }
    const offset = clock.offsetMilliseconds;
    if (offset === undefined) return;
    metrics.setClockOffset(exchange, offset / 1000);
    if (Math.abs(offset - this.loggedMilliseconds) < NOTABLE_CHANGE_MILLISECONDS) return;
    logger.warn(
      { exchange, offsetSeconds: offset / 1000, previousOffsetSeconds: this.loggedMilliseconds / 1000 },
      "The clock of the exchange is ahead of this machine's by another offset (negative: it lags)",
    );
    this.loggedMilliseconds = offset;
  }
}
