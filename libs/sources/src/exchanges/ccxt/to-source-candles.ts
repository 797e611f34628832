import { SourceFailure } from '../../source-failure';
import type { SourceCandle } from '../exchange-source';
import type { CcxtRow } from './ccxt-client';
import { decimalOf } from '../../decimal-of';

/**
 * Prices that are no prices go through, for whoever validates candles to refuse and keep; a candle without a time belongs
 * nowhere, so its answer is refused whole.
 */
export function toSourceCandle([openTime, open, high, low, close, volume]: CcxtRow): SourceCandle {
  if (!Number.isSafeInteger(openTime)) {
    throw new SourceFailure('malformed', `a candle has no readable time: ${JSON.stringify(openTime)}`);
  }
  return {
    openTime: openTime as number,
    open: decimalOf(open),
    high: decimalOf(high),
    low: decimalOf(low),
    close: decimalOf(close),
    volume: decimalOf(volume),
  };
}

/** Those from `since` (ms) on, ascending; of several with one time the one reported last. */
export function toSourceCandles(rows: readonly CcxtRow[], since: number): SourceCandle[] {
  const byTime = new Map<number, SourceCandle>();
  for (const row of rows) {
    const candle = toSourceCandle(row);
    if (candle.openTime >= since) byTime.set(candle.openTime, candle);
  }
  return [...byTime.values()].sort((a, b) => a.openTime - b.openTime);
}
