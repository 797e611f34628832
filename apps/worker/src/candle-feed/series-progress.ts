import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { newestClosed } from '#sources/exchanges/newest-closed';
import { CheckPlan } from './check-plan';
import { isSameCandle, PendingCandles } from './pending-candles';

/** A candle for the series, and whether its exchange is done with it. */
export interface JudgedCandle extends SourceCandle {
  readonly isClosed: boolean;
}

interface ProgressSettings {
  readonly intervalMilliseconds: number;
  readonly graceMilliseconds: number;
  /** So many candles at most are closed on the live connection's word alone before a check confirms them. */
  readonly mostUnconfirmedCandles: number;
  /** The first open time that is not known to be final. */
  readonly from: number;
  /** A candle that is over, and neither a request nor a later candle of its connection says that it is final. */
  readonly onUnconfirmed: (candle: SourceCandle) => void;
}

/** After so many checks that did not show it, a candle is given up: it stays as it was received last, not closed. */
const MOST_FRUITLESS_CHECKS = 3;

/**
 * What is final in a series that comes in live. A candle is final when the next one arrives on the same connection, or when
 * its time is over and a check by request shows it. Candles are closed in order: what comes after a hole, or after a
 * candle in doubt, is published as not closed until a check has settled what is before it. So the newest closed candle before
 * the oldest open one is always a candle to go on from. The time is the exchange's, -Infinity while it is unknown.
 *
 *   ──── confirmed by a check ────┬──── closed on the live word ────┬──── pending ────► open time
 *                          confirmedThrough                    finalThrough
 */
export class SeriesProgress {
  /** The open time up to which everything is final: stored as closed, or the exchange has none. */
  private finalThrough: number;
  private lastFinal: SourceCandle | undefined;
  /** The open time up to which a check has shown it. */
  private confirmedThrough: number;
  private readonly pending: PendingCandles;
  private readonly plan: CheckPlan;

  constructor(private readonly settings: ProgressSettings) {
    const { intervalMilliseconds, graceMilliseconds, from } = settings;
    this.finalThrough = from - intervalMilliseconds;
    this.confirmedThrough = this.finalThrough;
    this.pending = new PendingCandles(intervalMilliseconds);
    this.plan = new CheckPlan(MOST_FRUITLESS_CHECKS, graceMilliseconds);
  }

  get finalUpTo(): number {
    return this.finalThrough;
  }

  /** An update of the live connection. */
  observe(candle: SourceCandle): JudgedCandle[] {
    const { openTime } = candle;
    if (openTime <= this.finalThrough) {
      // Repeated, or out of order: a request to the exchange settles it.
      if (!isSameCandle(candle, this.lastFinal)) this.doubt(openTime);
      return [];
    }
    switch (this.pending.update(candle)) {
      case 'older':
        this.doubt(openTime);
        return [];
      case 'repeated':
        return this.advance();
      case 'changed':
        return [{ ...candle, isClosed: false }, ...this.advance()];
    }
  }

  /** A new connection: a check requests what was missed, and no candle is whole because a later one comes. */
  reconnect(): void {
    this.pending.cut();
    this.requestCheck(this.nextOpenTime);
  }

  /** What was received of this time is not sure: it came out of order, was refused or could not be kept. */
  doubt(openTime: number): void {
    this.pending.doubt(openTime);
    this.plan.requestOnceOver(openTime);
  }

  requestCheck(from: number): void {
    this.plan.request(from);
  }

  /** The open time from which a check should request now, if one is due; it counts as begun. */
  beginCheck(now: number): number | undefined {
    if (!this.plan.mayBegin(now)) return undefined;
    const starts = [...this.plan.takeRequests(this.overBy(now)), ...this.overdueStarts(now)];
    if (starts.length === 0 && !this.isLongUnconfirmed) return undefined;
    this.pending.beginCheck();
    // A check that is due anyway confirms what has not been yet: an exchange may lose a message without a sign.
    return Math.min(...starts, this.confirmedThrough + this.settings.intervalMilliseconds);
  }

  /** The newest open time whose candle was over for long enough when a request was sent. */
  overBy(requestedAt: number): number {
    return newestClosed(requestedAt, this.settings.intervalMilliseconds);
  }

  /** A page of a check, ascending, requested at that time. */
  settle(page: readonly SourceCandle[], requestedAt: number): JudgedCandle[] {
    const over = this.overIn(page, requestedAt);
    const judged: JudgedCandle[] = [];
    for (const candle of page) {
      if (candle.openTime > over) {
        judged.push(...this.showForming(candle));
        continue;
      }
      judged.push(...this.settleUnshown(candle.openTime - 1), { ...candle, isClosed: true });
      this.pending.remove(candle.openTime);
      this.confirmedThrough = Math.max(this.confirmedThrough, candle.openTime);
      const isBeforeForming = candle.openTime <= this.pending.firstShownForming;
      if (candle.openTime >= this.finalThrough && isBeforeForming) this.finish(candle);
    }
    return judged;
  }

  /** The exchange has nothing more up to what was over by then. */
  endCheck(requestedAt: number): JudgedCandle[] {
    const { intervalMilliseconds } = this.settings;
    const over = Math.min(this.overBy(requestedAt), this.pending.firstShownForming - intervalMilliseconds);
    const missing = this.pending.openTimes.filter((openTime) => openTime <= over);
    const judged: JudgedCandle[] = [];
    if (missing.length > 0 && this.plan.postpone(requestedAt)) {
      this.finalThrough = Math.max(this.finalThrough, Math.min(...missing) - intervalMilliseconds);
    } else {
      judged.push(...this.settleUnshown(over));
      this.plan.succeed();
      this.finalThrough = Math.max(this.finalThrough, over);
    }
    this.confirmedThrough = Math.max(this.confirmedThrough, Math.min(over, this.finalThrough));
    return [...judged, ...this.advance()];
  }

  private get nextOpenTime(): number {
    return this.finalThrough + this.settings.intervalMilliseconds;
  }

  private get isLongUnconfirmed(): boolean {
    const { mostUnconfirmedCandles, intervalMilliseconds } = this.settings;
    return this.finalThrough - this.confirmedThrough >= mostUnconfirmedCandles * intervalMilliseconds;
  }

  /** Where a check begins because of what is pending: it is over, or comes after a hole. */
  private overdueStarts(now: number): number[] {
    const { intervalMilliseconds, graceMilliseconds } = this.settings;
    const first = Math.min(...this.pending.openTimes);
    const isAfterHole = first > this.nextOpenTime && first + graceMilliseconds <= now;
    const isOver = first + intervalMilliseconds + graceMilliseconds <= now;
    return isAfterHole || isOver ? [Math.min(first, this.nextOpenTime)] : [];
  }

  /** While the time is unknown, the next candle shows that one is over. */
  private overIn(page: readonly SourceCandle[], requestedAt: number): number {
    return Number.isFinite(requestedAt) ? this.overBy(requestedAt) : (page.at(-2)?.openTime ?? requestedAt);
  }

  private showForming(candle: SourceCandle): JudgedCandle[] {
    if (candle.openTime <= this.finalThrough) return [];
    return this.pending.showForming(candle) ? [{ ...candle, isClosed: false }] : [];
  }

  /** Of candles that requests do not show those are final that a later one followed on the same connection. */
  private settleUnshown(through: number): JudgedCandle[] {
    const { final, unconfirmed } = this.pending.removeUnshown(through);
    for (const candle of unconfirmed) this.settings.onUnconfirmed(candle);
    return final.map((candle) => ({ ...candle, isClosed: true }));
  }

  /** Closes what the live connection alone shows to be final. */
  private advance(): JudgedCandle[] {
    const judged: JudgedCandle[] = [];
    for (;;) {
      const candle = this.pending.finalAt(this.nextOpenTime);
      if (!candle) return judged;
      this.pending.remove(candle.openTime);
      this.finish(candle);
      judged.push({ ...candle, isClosed: true });
    }
  }

  private finish(candle: SourceCandle): void {
    this.finalThrough = candle.openTime;
    this.lastFinal = candle;
  }
}
