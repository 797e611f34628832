import { compareDecimalText } from '#engine/market/decimal-text';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { newestClosed } from '#sources/exchanges/newest-closed';

/** A candle for the series, and whether its exchange is done with it. */
export interface JudgedCandle extends SourceCandle {
  readonly isClosed: boolean;
}

/** Why a later candle is no proof that this one is whole. */
type Doubt = 'none' | 'cut' | 'disorder';

interface SeenCandle {
  readonly candle: SourceCandle;
  readonly doubt: Doubt;
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

/** After so many looks that did not show it, a candle is given up: it stays as it was received last, not closed. */
const MOST_FRUITLESS_LOOKS = 3;

/**
 * What is final in a series that comes in live. A candle is final when the next one arrives on the same connection, or when
 * its time is over and a check by request shows it. Candles are closed in order: what comes after a hole, or after a
 * candle in doubt, is published as not closed until a check has settled what is before it. So the newest closed candle before
 * the oldest open one is always a candle to go on from. The time is the exchange's, -Infinity while it is unknown.
 */
export class SeriesProgress {
  /** The open time up to which everything is final: stored as closed, or the exchange has none. */
  private finalThrough: number;
  private lastFinal: SourceCandle | undefined;
  /** The open time up to which a check has shown it. */
  private confirmedThrough: number;
  /** Those after it, by open time. */
  private readonly seen = new Map<number, SeenCandle>();
  private lookWantedFrom: number | undefined;
  /** Like that, but only once this candle is over: before, a check would not settle it. */
  private doubtedFrom: number | undefined;
  private fruitlessLooks = 0;
  /** Open times of what the check under way showed while it was forming: it does not say how they end. */
  private readonly forming = new Set<number>();
  private noLookBefore = -Infinity;

  constructor(private readonly settings: ProgressSettings) {
    this.finalThrough = settings.from - settings.intervalMilliseconds;
    this.confirmedThrough = this.finalThrough;
  }

  get finalUpTo(): number {
    return this.finalThrough;
  }

  /** An update of the live connection. */
  observe(candle: SourceCandle): JudgedCandle[] {
    const { openTime } = candle;
    if (openTime <= this.finalThrough) {
      // Repeated, or out of order: a request to the exchange settles it.
      if (!isEqual(candle, this.lastFinal)) this.doubt(openTime);
      return [];
    }
    const known = this.seen.get(openTime);
    if (!known) {
      this.seen.set(openTime, { candle, doubt: 'none' });
    } else if (isOlder(candle, known.candle)) {
      this.doubt(openTime);
      return [];
    } else {
      this.seen.set(openTime, { candle, doubt: known.doubt === 'cut' ? 'none' : known.doubt });
      if (isEqual(candle, known.candle)) return this.advance();
    }
    return [{ ...candle, isClosed: false }, ...this.advance()];
  }

  /** A new connection: what was missed is looked for, and no candle is whole because a later one comes. */
  reconnect(): void {
    for (const [openTime, { candle, doubt }] of this.seen) {
      this.seen.set(openTime, { candle, doubt: doubt === 'disorder' ? doubt : 'cut' });
    }
    this.wantLook(this.finalThrough + this.settings.intervalMilliseconds);
  }

  /** What was received of this time is not sure: it came out of order, was refused or could not be kept. */
  doubt(openTime: number): void {
    const known = this.seen.get(openTime);
    if (known) this.seen.set(openTime, { candle: known.candle, doubt: 'disorder' });
    this.doubtedFrom = Math.min(this.doubtedFrom ?? openTime, openTime);
  }

  wantLook(from: number): void {
    this.lookWantedFrom = Math.min(this.lookWantedFrom ?? from, from);
  }

  /** Where a check should begin now, if one is wanted; it counts as begun. */
  beginLook(now: number): number | undefined {
    if (now < this.noLookBefore) return undefined;
    const { intervalMilliseconds, graceMilliseconds } = this.settings;
    const starts: number[] = [];
    if (this.lookWantedFrom !== undefined) starts.push(this.lookWantedFrom);
    if (this.doubtedFrom !== undefined && this.doubtedFrom <= this.overBy(now)) {
      starts.push(this.doubtedFrom);
      this.doubtedFrom = undefined;
    }
    if (this.seen.size > 0) {
      const first = Math.min(...this.seen.keys());
      const next = this.finalThrough + intervalMilliseconds;
      const isAfterHole = first > next && first + graceMilliseconds <= now;
      const isOver = first + intervalMilliseconds + graceMilliseconds <= now;
      if (isAfterHole || isOver) starts.push(Math.min(first, next));
    }
    const mostUnconfirmed = this.settings.mostUnconfirmedCandles * intervalMilliseconds;
    const isLongUnconfirmed = this.finalThrough - this.confirmedThrough >= mostUnconfirmed;
    if (starts.length === 0 && !isLongUnconfirmed) return undefined;
    this.lookWantedFrom = undefined;
    this.forming.clear();
    // A check that is due anyway confirms what has not been yet: an exchange may lose a message without a sign.
    return Math.min(...starts, this.confirmedThrough + intervalMilliseconds);
  }

  /** The newest open time whose candle was over for long enough when a request was sent. */
  overBy(requestedAt: number): number {
    return newestClosed(requestedAt, this.settings.intervalMilliseconds);
  }

  /** A page of a check, ascending, sent for at that time. */
  settle(page: readonly SourceCandle[], requestedAt: number): JudgedCandle[] {
    const over = this.overIn(page, requestedAt);
    const judged: JudgedCandle[] = [];
    for (const candle of page) {
      if (candle.openTime > over) {
        judged.push(...this.glimpse(candle));
        continue;
      }
      judged.push(...this.settleUnshown(candle.openTime - 1), { ...candle, isClosed: true });
      this.seen.delete(candle.openTime);
      this.confirmedThrough = Math.max(this.confirmedThrough, candle.openTime);
      if (candle.openTime < this.finalThrough || this.firstForming < candle.openTime) continue;
      this.finalThrough = candle.openTime;
      this.lastFinal = candle;
    }
    return judged;
  }

  /** The exchange has nothing more up to what was over by then. */
  endLook(requestedAt: number): JudgedCandle[] {
    const { intervalMilliseconds, graceMilliseconds } = this.settings;
    const over = Math.min(this.overBy(requestedAt), this.firstForming - intervalMilliseconds);
    const missing = [...this.seen.keys()].filter((openTime) => openTime <= over);
    const judged: JudgedCandle[] = [];
    if (missing.length === 0 || ++this.fruitlessLooks >= MOST_FRUITLESS_LOOKS) {
      judged.push(...this.settleUnshown(over));
      this.fruitlessLooks = 0;
      this.finalThrough = Math.max(this.finalThrough, over);
    } else {
      this.noLookBefore = requestedAt + graceMilliseconds * 2 ** this.fruitlessLooks;
      this.finalThrough = Math.max(this.finalThrough, Math.min(...missing) - intervalMilliseconds);
    }
    this.confirmedThrough = Math.max(this.confirmedThrough, Math.min(over, this.finalThrough));
    return [...judged, ...this.advance()];
  }

  /** The first candle that is still to be settled by another look. */
  private get firstForming(): number {
    return Math.min(...[...this.forming].filter((openTime) => this.seen.has(openTime)));
  }

  /** While the time is unknown, the next candle says that one is over. */
  private overIn(page: readonly SourceCandle[], requestedAt: number): number {
    return Number.isFinite(requestedAt) ? this.overBy(requestedAt) : (page.at(-2)?.openTime ?? requestedAt);
  }

  /** What a request shows of a candle whose time is not over; the live connection knows better as soon as it sends it. */
  private glimpse(candle: SourceCandle): JudgedCandle[] {
    if (candle.openTime <= this.finalThrough) return [];
    this.forming.add(candle.openTime);
    if (this.seen.has(candle.openTime)) return [];
    this.seen.set(candle.openTime, { candle, doubt: 'cut' });
    return [{ ...candle, isClosed: false }];
  }

  /** Of candles that requests do not show those are final that a later one followed on the same connection. */
  private settleUnshown(openTime: number): JudgedCandle[] {
    const unshown = [...this.seen.values()].filter(
      ({ candle }) => candle.openTime <= openTime && !this.forming.has(candle.openTime),
    );
    const judged = unshown.map(({ candle, doubt }) => ({
      ...candle,
      isClosed: doubt === 'none' && this.seen.has(candle.openTime + this.settings.intervalMilliseconds),
    }));
    for (const candle of judged) {
      this.seen.delete(candle.openTime);
      if (!candle.isClosed) this.settings.onUnconfirmed(candle);
    }
    return judged.filter(({ isClosed }) => isClosed);
  }

  private advance(): JudgedCandle[] {
    const judged: JudgedCandle[] = [];
    for (;;) {
      const { intervalMilliseconds } = this.settings;
      const next = this.finalThrough + intervalMilliseconds;
      const first = this.seen.get(next);
      // A hole after it may have swallowed its own last updates.
      if (first?.doubt !== 'none' || !this.seen.has(next + intervalMilliseconds)) return judged;
      this.seen.delete(next);
      this.finalThrough = next;
      this.lastFinal = first.candle;
      judged.push({ ...first.candle, isClosed: true });
    }
  }
}

const FIELDS = ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const;

function isEqual(a: SourceCandle, b: SourceCandle | undefined): boolean {
  return b !== undefined && FIELDS.every((field) => a[field] === b[field]);
}

/** A forming candle's volume and range only grow. */
function isOlder(candle: SourceCandle, known: SourceCandle): boolean {
  const volume = compareDecimalText(candle.volume, known.volume);
  if (volume !== 0) return volume < 0;
  return compareDecimalText(candle.high, known.high) < 0 || compareDecimalText(candle.low, known.low) > 0;
}
