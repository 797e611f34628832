import { type Interval, intervalSeconds } from '#engine/market/interval';
import type { SourceCandle } from '../exchange-source';

interface CandlePageRequest {
  readonly interval: Interval;
  /** The first open time that is requested, ms since 1970 UTC. */
  readonly since: number;
  readonly candlesPerRequest: number;
}

/**
 * A page that holds the first candles from `since` on. An exchange that answers the newest candles of the requested stretch
 * and fewer than the limit leaves its beginning out, which looks as if nothing was traded there: a page that begins late is
 * requested again with a limit of its own length. Where that comes back empty, what follows is requested in stretches of
 * twice the length each, until all that is missing before the page came back empty.
 */
export async function pageFromItsStart(
  fetch: (from: number, limit: number) => Promise<readonly SourceCandle[]>,
  { interval, since, candlesPerRequest }: CandlePageRequest,
): Promise<readonly SourceCandle[]> {
  const length = intervalSeconds(interval) * 1000;
  let page = await fetch(since, candlesPerRequest);
  if (page.length >= candlesPerRequest) return page;
  let from = since;
  let limit = page.length;
  while (page.length > 0 && page[0].openTime - from >= length) {
    const missing = Math.floor((page[0].openTime - from) / length);
    limit = Math.min(limit, missing);
    const earlier = await fetch(from, limit);
    if (earlier.length === 0) {
      from += limit * length;
      limit *= 2;
    } else if (earlier[0].openTime < page[0].openTime) {
      // Where nothing is missing between the two, the later candles show that the earlier ones are over.
      page = limit === missing ? [...earlier, ...page] : earlier;
      limit = earlier.length;
    } else return page;
  }
  return page;
}
