import { compareDecimalText } from '#engine/decimal/decimal-text';
import type { SourceCandle } from '#sources/exchanges/exchange-source';

/**
 * How sure it is that the last state received of a candle was its last one:
 *
 *              update                  reconnect
 *   (unknown) ────────► in-sequence ───────────────► cut ◄──────── shown forming by a request
 *                            ▲ │                    │  │
 *                            │ │ doubt       update │  │ doubt
 *                            └─┼────────────────────┘  │
 *                              └──────► doubtful ◄─────┘       until a check settles it
 *
 * `in-sequence`: the next candle on the same connection shows that this one is final. `cut`: its last updates may have been
 * missed. `doubtful`: it came out of order, was refused or could not be kept.
 */
type Continuity = 'in-sequence' | 'cut' | 'doubtful';

interface PendingCandle {
  readonly candle: SourceCandle;
  readonly continuity: Continuity;
  /** The check under way showed it while it was forming: that does not say how it ends. */
  readonly isShownForming: boolean;
}

/** Candles received live that are not final, by open time. */
export class PendingCandles {
  private readonly byTime = new Map<number, PendingCandle>();

  constructor(private readonly intervalMilliseconds: number) {}

  get openTimes(): number[] {
    return [...this.byTime.keys()];
  }

  /** The first that the check under way showed while it was forming; Infinity where it showed none. */
  get firstShownForming(): number {
    return Math.min(...this.all.flatMap((known) => (known.isShownForming ? [known.candle.openTime] : [])));
  }

  /** An update of the live connection; `older` and `repeated` ones change nothing. */
  update(candle: SourceCandle): 'changed' | 'repeated' | 'older' {
    const known = this.byTime.get(candle.openTime);
    if (known && isOlder(candle, known.candle)) return 'older';
    const continuity = known?.continuity === 'doubtful' ? 'doubtful' : 'in-sequence';
    this.put({ candle, continuity, isShownForming: known?.isShownForming ?? false });
    return known && isSameCandle(candle, known.candle) ? 'repeated' : 'changed';
  }

  /** A request showed it before it was over. False where the live connection sent it: that is never older. */
  showForming(candle: SourceCandle): boolean {
    const known = this.byTime.get(candle.openTime);
    this.put({ ...(known ?? { candle, continuity: 'cut' }), isShownForming: true });
    return known === undefined;
  }

  beginCheck(): void {
    for (const known of this.all) this.put({ ...known, isShownForming: false });
  }

  /** No candle is whole because one on a later connection comes after it. */
  cut(): void {
    for (const known of this.all) {
      if (known.continuity === 'in-sequence') this.put({ ...known, continuity: 'cut' });
    }
  }

  doubt(openTime: number): void {
    const known = this.byTime.get(openTime);
    if (known) this.put({ ...known, continuity: 'doubtful' });
  }

  remove(openTime: number): void {
    this.byTime.delete(openTime);
  }

  /** The candle of a time, where the one after it shows that it is final: a hole may have swallowed its own last updates. */
  finalAt(openTime: number): SourceCandle | undefined {
    const known = this.byTime.get(openTime);
    const isFollowed = this.byTime.has(openTime + this.intervalMilliseconds);
    return known?.continuity === 'in-sequence' && isFollowed ? known.candle : undefined;
  }

  /** Removes those up to a time that no request showed, not even forming. */
  removeUnshown(through: number): { readonly final: SourceCandle[]; readonly unconfirmed: SourceCandle[] } {
    const unshown = this.all
      .filter(({ candle, isShownForming }) => candle.openTime <= through && !isShownForming)
      .map(({ candle }) => candle);
    const isFinal = ({ openTime }: SourceCandle) => this.finalAt(openTime) !== undefined;
    const final = unshown.filter(isFinal);
    const unconfirmed = unshown.filter((candle) => !isFinal(candle));
    for (const { openTime } of unshown) this.byTime.delete(openTime);
    return { final, unconfirmed };
  }

  private get all(): PendingCandle[] {
    return [...this.byTime.values()];
  }

  private put(pending: PendingCandle): void {
    this.byTime.set(pending.candle.openTime, pending);
  }
}

const FIELDS = ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const;

export function isSameCandle(a: SourceCandle, b: SourceCandle | undefined): boolean {
  return b !== undefined && FIELDS.every((field) => a[field] === b[field]);
}

/** A forming candle's volume and range only grow. */
function isOlder(candle: SourceCandle, known: SourceCandle): boolean {
  const volume = compareDecimalText(candle.volume, known.volume);
  if (volume !== 0) return volume < 0;
  return compareDecimalText(candle.high, known.high) < 0 || compareDecimalText(candle.low, known.low) > 0;
}
