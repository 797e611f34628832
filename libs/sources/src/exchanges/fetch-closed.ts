import { type Interval, intervalSeconds } from '#engine/market/interval';
import type { ExchangeSource, SourceCandle } from './exchange-source';
import { newestClosed } from './newest-closed';

/** This machine's clock is not off by more. */
const MOST_OFF_MILLISECONDS = 86_400_000;

/**
 * As `ExchangeSource.fetchCandles`, without candles that had not closed by the exchange's clock when the request was made. Of an
 * exchange that publishes no time those are dropped that no other follows, unless they are a day old by this machine's clock.
 */
export async function fetchClosed(
  source: ExchangeSource,
  symbol: string,
  interval: Interval,
  since: number,
  signal: AbortSignal,
): Promise<readonly SourceCandle[]> {
  const { clock } = source;
  const newest = newestClosed(clock.knownNow(), intervalSeconds(interval) * 1000);
  const page = await source.fetchCandles(symbol, interval, since, signal);
  const last =
    clock.basis === 'own'
      ? Math.max(newest - MOST_OFF_MILLISECONDS, page.at(-2)?.openTime ?? Number.NEGATIVE_INFINITY)
      : newest;
  return page.filter(({ openTime }) => openTime <= last);
}
