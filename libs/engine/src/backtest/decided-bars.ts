import { type CandleColumns } from '../market/candle-columns';
import { type PricePoint } from './signal-trader';

/** Bars looked up at once: enough that their prices arrive together, and few enough to still be near when they are used. */
const AHEAD = 64;

/**
 * The bars whose signals begin to say something else, and the opens after them, where their orders are filled. They are looked up
 * ahead, many at once: prices that lie far apart in memory would else be waited for one after the other.
 */
export class DecidedBars {
  /** Four signals each, without the last that make no four. */
  private readonly words: Int32Array;
  private readonly bars = new Int32Array(AHEAD);
  private readonly opens = new Float64Array(AHEAD);
  private readonly times = new Float64Array(AHEAD);
  private count = 0;
  private at = 0;
  /** Up to here (exclusive) changes were looked for. */
  private scannedTo: number;
  /** What the last bar decides is never filled. */
  private readonly last: number;

  constructor(
    private readonly signals: Uint8Array,
    private readonly candles: CandleColumns,
    from: number,
  ) {
    const aligned = signals.byteOffset % 4 === 0 ? signals : signals.slice();
    this.words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
    this.scannedTo = from + 1;
    this.last = candles.length - 1;
  }

  /**
   * Where the orders of the first bar from `bar` on are filled that has one of the signals in `bits`; null where none has. `bar`
   * grows from call to call, and nothing but what was filled in between changes the bits: of equal signals in a row the first decides.
   */
  fillAfter(bar: number, bits: number): PricePoint | null {
    const { signals, bars, opens, times, candles, last } = this;
    if (bar < last && (signals[bar] & bits) !== 0) {
      const index = bar + 1;
      return { referencePrice: candles.open[index], index, time: candles.openTime[index] };
    }
    for (;;) {
      for (; this.at < this.count; this.at++) {
        const decided = bars[this.at];
        if (decided <= bar || (signals[decided] & bits) === 0) continue;
        return { referencePrice: opens[this.at], index: decided + 1, time: times[this.at] };
      }
      if (this.scannedTo >= last) return null;
      this.lookAhead();
    }
  }

  private lookAhead(): void {
    const { signals, bars, opens, times, last } = this;
    const { open, openTime } = this.candles;
    let count = 0;
    let bar = this.scannedTo;
    while (count < AHEAD) {
      bar = this.nextChange(bar);
      if (bar >= last) break;
      if (signals[bar] !== 0) bars[count++] = bar;
      bar++;
    }
    for (let index = 0; index < count; index++) {
      const filledAt = bars[index] + 1;
      opens[index] = open[filledAt];
      times[index] = openTime[filledAt];
    }
    this.scannedTo = bar;
    this.count = count;
    this.at = 0;
  }

  /** The first bar from `from` on whose signals are not those of the bar before it; the last or one after it where none is. */
  private nextChange(from: number): number {
    const { signals, words, last } = this;
    const before = signals[from - 1];
    const fourTimes = before * 0x01010101;
    let bar = from;
    while (bar < last && signals[bar] === before) {
      bar++;
      if ((bar & 3) !== 0) continue;
      let word = bar >> 2;
      // Four words at a time: the loop costs as much as what it compares.
      while (
        word + 3 < words.length &&
        ((words[word] ^ fourTimes) |
          (words[word + 1] ^ fourTimes) |
          (words[word + 2] ^ fourTimes) |
          (words[word + 3] ^ fourTimes)) ===
          0
      ) {
        word += 4;
      }
      while (word < words.length && words[word] === fourTimes) word++;
      bar = word << 2;
    }
    return bar;
  }
}
