import type { SourceCandle } from './exchange-source';

interface CandlePages {
  /** One request: candles from a time on, as `ExchangeSource.fetchCandles` answers them. */
  readonly fetch: (since: number) => Promise<readonly SourceCandle[]>;
  readonly intervalMilliseconds: number;
  readonly from: number;
  /** The last open time that is wanted, inclusive; read again before each request. */
  readonly until: () => number;
}

/**
 * History, a request at a time: each page ascending, without repetitions, and after the one before. It ends with the candle
 * of the last open time, or where a request for the rest comes back empty: how many candles a page holds is the source's
 * choice and says nothing about what follows. All times in milliseconds since 1970 UTC.
 */
export async function* candlePages({
  fetch,
  intervalMilliseconds,
  from,
  until,
}: CandlePages): AsyncGenerator<readonly SourceCandle[]> {
  for (let since = from; since <= until();) {
    const page = inOrder(await fetch(since)).filter(
      ({ openTime }) => openTime >= since && openTime <= until(),
    );
    if (page.length === 0) return;
    yield page;
    since = page[page.length - 1].openTime + intervalMilliseconds;
  }
}

function inOrder(candles: readonly SourceCandle[]): SourceCandle[] {
  const byTime = new Map(candles.map((candle) => [candle.openTime, candle]));
  return [...byTime.values()].sort((a, b) => a.openTime - b.openTime);
}
