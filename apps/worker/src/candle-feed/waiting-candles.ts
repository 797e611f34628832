import type { CandleSource } from '#domain/market-data/series/candle-writes';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { seriesKey, type SeriesName } from '#domain/market-data/series/series.repository';

export interface WaitingCandle {
  readonly name: SeriesName;
  readonly candle: CandleToWrite;
  readonly source: CandleSource;
  /** When its updates were received live, by `performance.now()`. */
  readonly receipts: readonly number[];
  /** One that will be refused is kept next to the sound one of the same time and does not replace it. */
  readonly isSound: boolean;
}

type CandlesOfSeries = Map<number, WaitingCandle>;

/** Candles of one exchange on their way into the database: of each the newest state, with the receipts of all states before it. */
export class WaitingCandles {
  private series = new Map<string, CandlesOfSeries>();
  private count = 0;

  constructor(private readonly most: number) {}

  get size(): number {
    return this.count;
  }

  get isFull(): boolean {
    return this.count >= this.most;
  }

  /** False when there is no room for one more; a newer state of one that waits always has room. */
  add(candle: WaitingCandle): boolean {
    const candles = this.candlesOf(candle.name);
    const key = keyOf(candle);
    const older = candles.get(key);
    if (!older && this.isFull) return false;
    if (!older) this.count++;
    const receipts = older ? [...older.receipts, ...candle.receipts] : candle.receipts;
    candles.set(key, { ...candle, receipts });
    return true;
  }

  /** Takes whole series, so that a series' candles never overtake each other, until there are at least so many. */
  take(most: number): TakenCandles {
    const candles: WaitingCandle[] = [];
    for (const [key, ofSeries] of this.series) {
      if (candles.length >= most) break;
      candles.push(...ofSeries.values());
      this.series.delete(key);
    }
    this.count -= candles.length;
    return new TakenCandles(candles);
  }

  /** Keeps again what could not be written, but for what has a newer state by now. */
  giveBack(taken: TakenCandles): void {
    for (const candle of taken.candles) {
      const candles = this.candlesOf(candle.name);
      const key = keyOf(candle);
      const newer = candles.get(key);
      if (!newer) this.count++;
      candles.set(key, newer ? { ...newer, receipts: [...candle.receipts, ...newer.receipts] } : candle);
    }
  }

  private candlesOf(name: SeriesName): CandlesOfSeries {
    const key = seriesKey(name);
    let candles = this.series.get(key);
    if (!candles) {
      candles = new Map<number, WaitingCandle>();
      this.series.set(key, candles);
    }
    return candles;
  }
}

export class TakenCandles {
  constructor(readonly candles: readonly WaitingCandle[]) {}

  of(source: CandleSource): WaitingCandle[] {
    return this.candles.filter((candle) => candle.source === source);
  }
}

/** Open times are whole milliseconds, so a half marks the refused. */
function keyOf({ candle, isSound }: WaitingCandle): number {
  return candle.openTime.getTime() + (isSound ? 0 : 0.5);
}
