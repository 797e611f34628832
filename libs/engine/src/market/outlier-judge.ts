import { isFarOff, isOutlierClose, levelBefore, OUTLIER_WINDOW } from './outlier';
import { returnsFromJump } from './spike';

export interface JudgedClose {
  /** Milliseconds since 1970 UTC. */
  readonly openTime: number;
  readonly close: number;
}

export interface HeldClose<Candle extends JudgedClose> {
  readonly candle: Candle;
  /** Nothing is decided: fewer than two open times follow it. */
  readonly awaits: boolean;
}

export interface LevelShift {
  /** Milliseconds since 1970 UTC: the first candle of the new level. */
  readonly openTime: number;
  /** Its close over the median of the twenty closes before it. */
  readonly ratio: number;
}

interface OutlierJudgement<Candle extends JudgedClose> {
  /** To be stored, ascending: what was put and accepted, and what was held and is released. */
  readonly stored: readonly Candle[];
  /** Held, ascending: what was put and is held, and what was held and is now known to be a spike. */
  readonly held: readonly HeldClose<Candle>[];
  /** Open times of candles that were held and are not any more, ascending. */
  readonly dropped: readonly number[];
  readonly levelShifts: readonly LevelShift[];
}

/** What a series has at an open time. A stored candle may have a held one beside it, which would replace it. */
interface Entry<Candle> {
  readonly openTime: number;
  stored?: number;
  /** What is to be stored there. */
  accepted?: Candle;
  held?: Candle;
  awaits: boolean;
  readonly wasHeld: boolean;
  /** Its held candle is new, or has been decided about. */
  isChanged: boolean;
}

/**
 * Judges candles of a series one after the other. An outlier is held until two later open times are there, stored or held
 * themselves: a spike where either of them comes back to within half of the jump (in logarithms), else the first candle of a
 * new level, which is stored, and so are those held after it that lie near it. What is known at the beginning has to reach
 * twenty stored closes back from every candle that is judged, and two open times beyond it.
 */
export class OutlierJudge<Candle extends JudgedClose> {
  private readonly entries: Entry<Candle>[];
  /** Ascending; never more than a few, as those with two open times after them are decided. */
  private awaiting: Entry<Candle>[];
  private readonly levelShifts: LevelShift[] = [];

  constructor(stored: readonly JudgedClose[], held: readonly HeldClose<Candle>[]) {
    const byTime = new Map<number, Entry<Candle>>();
    for (const { openTime, close } of stored) {
      byTime.set(openTime, { openTime, stored: close, awaits: false, wasHeld: false, isChanged: false });
    }
    for (const { candle, awaits } of held) {
      const { openTime } = candle;
      const entry = { openTime, held: candle, awaits, wasHeld: true, isChanged: false };
      byTime.set(openTime, { ...entry, stored: byTime.get(openTime)?.stored });
    }
    this.entries = [...byTime.values()].sort((one, other) => one.openTime - other.openTime);
    this.awaiting = this.entries.filter(({ awaits }) => awaits);
  }

  put(candle: Candle): void {
    const index = this.indexFrom(candle.openTime);
    let entry = this.entries.at(index);
    if (entry?.openTime !== candle.openTime) {
      entry = { openTime: candle.openTime, awaits: false, wasHeld: false, isChanged: false };
      this.entries.splice(index, 0, entry);
    }
    // A close that is stored already is judged no more.
    if (entry.stored === candle.close || !this.isOutlier(candle.close, index)) this.accept(entry, candle);
    else this.hold(entry, candle);
    this.settle();
  }

  /** What has been stored elsewhere replaces what is held there. */
  replace(openTime: number): void {
    const entry = this.entries.at(this.indexFrom(openTime));
    if (entry?.openTime !== openTime) return;
    entry.held = undefined;
    this.awaiting = this.awaiting.filter((other) => other !== entry);
  }

  /** Decides about what is held, as far as what came after it allows. */
  settle(): void {
    for (let index = 0; index < this.awaiting.length;) {
      const entry = this.awaiting[index];
      const verdict = this.verdictOf(entry);
      if (verdict === 'held') {
        index++;
        continue;
      }
      this.awaiting.splice(index, 1);
      entry.awaits = false;
      entry.isChanged = true;
      if (verdict === 'spike') continue;
      if (verdict !== 'ordinary') this.levelShifts.push(verdict);
      this.accept(entry, entry.held!);
      // What is held after it may lie near it, and what is held before it is judged as before.
      index = 0;
    }
  }

  judgement(): OutlierJudgement<Candle> {
    const { entries, levelShifts } = this;
    return {
      stored: entries.flatMap(({ accepted }) => accepted ?? []),
      held: entries.flatMap(({ held: candle, awaits, isChanged }) =>
        candle && isChanged ? [{ candle, awaits }] : [],
      ),
      dropped: entries.filter(({ held, wasHeld }) => wasHeld && !held).map(({ openTime }) => openTime),
      levelShifts,
    };
  }

  private accept(entry: Entry<Candle>, candle: Candle): void {
    entry.stored = candle.close;
    entry.accepted = candle;
    entry.held = undefined;
    if (entry.awaits) this.awaiting = this.awaiting.filter((other) => other !== entry);
    entry.awaits = false;
  }

  private hold(entry: Entry<Candle>, candle: Candle): void {
    entry.held = candle;
    entry.isChanged = true;
    if (entry.awaits) return;
    entry.awaits = true;
    const index = this.awaiting.findIndex(({ openTime }) => openTime > entry.openTime);
    this.awaiting.splice(index === -1 ? this.awaiting.length : index, 0, entry);
  }

  private verdictOf(entry: Entry<Candle>): 'ordinary' | 'held' | 'spike' | LevelShift {
    const index = this.indexFrom(entry.openTime);
    const { close } = entry.held!;
    if (!this.isOutlier(close, index)) return 'ordinary';
    const later = this.entries.slice(index + 1, index + 3);
    if (later.length < 2) return 'held';
    const level = levelBefore(this.closesBefore(index));
    const isBack = later.some(({ stored, held }) => returnsFromJump(level, close, stored ?? held!.close));
    return isBack ? 'spike' : { openTime: entry.openTime, ratio: close / level };
  }

  private isOutlier(close: number, index: number): boolean {
    for (let before = index - 1; before >= 0; before--) {
      const { stored } = this.entries[before];
      if (stored === undefined) continue;
      if (!isFarOff(close, stored)) return false;
      return isOutlierClose(close, this.closesBefore(index));
    }
    return false;
  }

  /** Of what is stored before the index, the newest twenty, oldest first. */
  private closesBefore(index: number): number[] {
    const closes: number[] = [];
    for (let before = index - 1; before >= 0 && closes.length < OUTLIER_WINDOW; before--) {
      const { stored } = this.entries[before];
      if (stored !== undefined) closes.push(stored);
    }
    return closes.reverse();
  }

  /** The index of the first entry at or after a time. */
  private indexFrom(openTime: number): number {
    let low = 0;
    let high = this.entries.length;
    if (high > 0 && this.entries[high - 1].openTime < openTime) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle].openTime < openTime) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
