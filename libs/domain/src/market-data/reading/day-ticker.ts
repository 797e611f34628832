import { compareDecimalText, subtractDecimalText, sumDecimalText } from '#engine/decimal/decimal-text';
import type { PublishedCandle } from './candle-changes.reader';

/** Figures of 24 hours of a symbol as decimal text: prices in the quote currency, the volume in the base currency. */
export interface DayTicker {
  /** The close of the newest candle. */
  readonly last: string;
  /** Of the first candle. */
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly volume: string;
  /** Last less open. */
  readonly change: string;
  /** When the newest of it was committed, in milliseconds since 1970 UTC. */
  readonly committedAt: number;
}

/** The 24 hours of minutes that end with the newest candle of a series. */
export interface DayOfMinutes {
  /** The series' version. */
  readonly version: number;
  readonly committedAt: number;
  readonly newest: PublishedCandle;
  /** The candles before the newest one; undefined where there are none. */
  readonly earlier?: Readonly<Record<'open' | 'high' | 'low' | 'volume', string>>;
}

/** The figures of the newest candle and of all before it. */
export function tickerOf({ committedAt, newest, earlier = newest }: DayOfMinutes): DayTicker {
  const { open } = earlier;
  return {
    last: newest.close,
    open,
    high: compareDecimalText(newest.high, earlier.high) > 0 ? newest.high : earlier.high,
    low: compareDecimalText(newest.low, earlier.low) < 0 ? newest.low : earlier.low,
    volume: earlier === newest ? newest.volume : sumDecimalText(newest.volume, earlier.volume),
    change: subtractDecimalText(newest.close, open),
    committedAt,
  };
}
