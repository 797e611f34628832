import { Interval, intervalSeconds } from '#engine/market/interval';
import type { SourceCandle } from '../exchange-source';

interface PageRequest {
  readonly interval: Interval;
  /** The first open time that is requested, ms since 1970 UTC. */
  readonly since: number;
  readonly candlesPerRequest: number;
}

/**
 * A page that holds the first candles from `since` on. An exchange that answers the newest candles of the requested stretch
 * and fewer than the limit leaves its beginning out, which looks as if nothing was traded there: a page that begins late is
 * requested again with a limit of its own length, until what is missing before it came back empty.
 */
export async function pageFromItsStart(
  fetch: (limit: number) => Promise<readonly SourceCandle[]>,
  { interval, since, candlesPerRequest }: PageRequest,
): Promise<readonly SourceCandle[]> {
  const length = intervalSeconds(interval) * 1000;
  let page = await fetch(candlesPerRequest);
  while (page.length > 0 && page.length < candlesPerRequest && page[0].openTime - since >= length) {
    const earlier = await fetch(page.length);
    if (earlier.length === 0 || earlier[0].openTime >= page[0].openTime) return page;
    page = earlier;
  }
  return page;
}
