import type { CandleSource } from '#domain/market-data/series/candle-writes';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { seriesKey, type SeriesName } from '#domain/market-data/series/series-name';

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

/** By series. */
export type TakenCandles = Map<string, readonly WaitingCandle[]>;

/**
 * Candles of one exchange on their way into the database: of each the newest state, with the receipts of all states before it. What comes
 * of a series that is being written is ready when that write is done.
 */
export class WaitingCandles {
  private readonly series = new Map<string, CandlesOfSeries>();
  private readonly ofSeriesUnderWay = new Map<string, CandlesOfSeries | undefined>();
  private count = 0;
  private readyCount = 0;

  constructor(private readonly most: number) {}

  get size(): number {
    return this.count;
  }

  /** How many can be taken. */
  get ready(): number {
    return this.readyCount;
  }

  get isFull(): boolean {
    return this.count >= this.most;
  }

  /** False when there is no room for one more; a newer state of one that waits always has room. */
  add(candle: WaitingCandle): boolean {
    const series = seriesKey(candle.name);
    const key = keyOf(candle);
    const older = this.candlesOf(series)?.get(key);
    if (!older && this.isFull) return false;
    this.set(series, key, older ? { ...candle, receipts: [...older.receipts, ...candle.receipts] } : candle);
    return true;
  }

  /** Takes whole series, so that a series' candles never overtake each other, until there are at least so many. */
  take(most: number): TakenCandles {
    const taken: TakenCandles = new Map();
    let count = 0;
    for (const [key, ofSeries] of this.series) {
      if (count >= most) break;
      count += ofSeries.size;
      taken.set(key, [...ofSeries.values()]);
      this.series.delete(key);
      this.ofSeriesUnderWay.set(key, undefined);
    }
    this.count -= count;
    this.readyCount -= count;
    return taken;
  }

  /** What was taken is written, or given back. */
  release(taken: TakenCandles): void {
    for (const key of taken.keys()) {
      const candles = this.ofSeriesUnderWay.get(key);
      this.ofSeriesUnderWay.delete(key);
      if (!candles) continue;
      this.series.set(key, candles);
      this.readyCount += candles.size;
    }
  }

  /** Keeps again what could not be written, but for what has a newer state by now. */
  giveBack(taken: TakenCandles): void {
    this.release(taken);
    for (const [series, candles] of taken) {
      for (const candle of candles) {
        const key = keyOf(candle);
        const newer = this.candlesOf(series)?.get(key);
        const receipts = newer ? [...candle.receipts, ...newer.receipts] : candle.receipts;
        this.set(series, key, { ...(newer ?? candle), receipts });
      }
    }
  }

  private candlesOf(series: string): CandlesOfSeries | undefined {
    return this.ofSeriesUnderWay.get(series) ?? this.series.get(series);
  }

  private set(series: string, key: number, candle: WaitingCandle): void {
    const isUnderWay = this.ofSeriesUnderWay.has(series);
    const all = isUnderWay ? this.ofSeriesUnderWay : this.series;
    const candles = all.get(series) ?? new Map<number, WaitingCandle>();
    const { size } = candles;
    candles.set(key, candle);
    if (size === 0) all.set(series, candles);
    this.count += candles.size - size;
    if (!isUnderWay) this.readyCount += candles.size - size;
  }
}

/** Open times are whole milliseconds, so a half marks the refused. */
function keyOf({ candle, isSound }: WaitingCandle): number {
  return candle.openTime.getTime() + (isSound ? 0 : 0.5);
}
