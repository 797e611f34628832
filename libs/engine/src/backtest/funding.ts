import { type CandleColumns } from '../market/candle-columns';

/** Settled funding of a perpetual, oldest first, as columns. */
export interface FundingColumns {
  /** When it was settled, in ms; exchanges stamp it some ms late. */
  readonly time: Float64Array;
  /** Fraction of the position's value; positive is paid by longs to shorts. */
  readonly rate: Float64Array;
  /** Mark price at that time, NaN where it is not known. */
  readonly mark?: Float64Array;
}

const MINUTE_MILLISECONDS = 60_000;

/** The moment meant by a settlement's stamp: the nearest whole minute. */
export function settlementTime(time: number): number {
  return Math.round(time / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS;
}

/**
 * Hands out the settlements of a series bar by bar. Without a mark price the trade candle of that time is its price: the
 * open of the bar in progress, or where none is, over a gap, the close of the last bar before it.
 */
export class FundingClock {
  private next = 0;

  constructor(
    private readonly candles: CandleColumns,
    private readonly funding: FundingColumns,
    /** Settlements up to this moment (ms) are past and are nobody's. */
    startTime: number,
    private readonly barMilliseconds: number,
  ) {
    this.skip(startTime);
  }

  /**
   * What one unit held long pays for the settlements after the last call and up to `time`, both seen from bar `bar`,
   * the last one that had begun by then. `priceAtTime` is the price at exactly `time`.
   */
  perUnitUntil(time: number, bar: number, priceAtTime: number): number {
    const { rate, mark, time: stamps } = this.funding;
    let perUnit = 0;
    while (this.next < stamps.length) {
      const settled = settlementTime(stamps[this.next]);
      if (settled > time) break;
      const known = mark === undefined ? NaN : mark[this.next];
      const price = known > 0 ? known : settled === time ? priceAtTime : this.priceAt(settled, bar);
      perUnit += price * rate[this.next];
      this.next++;
    }
    return perUnit;
  }

  private priceAt(time: number, bar: number): number {
    const { openTime, open, close } = this.candles;
    let begun = bar;
    while (begun > 0 && openTime[begun] > time) begun--;
    return openTime[begun] + this.barMilliseconds > time ? open[begun] : close[begun];
  }

  private skip(time: number): void {
    const { time: stamps } = this.funding;
    while (this.next < stamps.length && settlementTime(stamps[this.next]) <= time) this.next++;
  }
}
