import type { FakeMarket } from './fake-market';

/**
 * The clock of the machine that a fake exchange is watched from, set as a test needs it. It moves with the market's only: pass `now` to
 * whatever reads this machine's time.
 */
export class MachineClock {
  /** How far the exchange's clock is ahead of this one at first, ms; negative: how far it lags. */
  exchangeAheadMilliseconds = 0;
  /** How much further ahead it is with every minute of its own. */
  driftMillisecondsPerMinute = 0;
  /** How often it was read. */
  reads = 0;
  private readonly startedAt: number;

  constructor(private readonly market: FakeMarket) {
    this.startedAt = market.now;
  }

  readonly now = (): number => {
    this.reads++;
    const minutes = (this.market.now - this.startedAt) / 60_000;
    return this.market.now - this.exchangeAheadMilliseconds - minutes * this.driftMillisecondsPerMinute;
  };
}
