import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type Interval, intervalSeconds } from '#engine/market/interval';
import type { SourceCandle } from '../exchange-source';

type Page = readonly SourceCandle[];
type FetchPage = (interval: Interval, since: number) => Promise<Page>;

/** Nothing of what exchanges list was traded before. */
const EARLIEST_TRADE = Date.UTC(2010, 0, 1);
/** A day of minutes by hundreds is fifteen pages. */
const MOST_EMPTY_PAGES = 20;

/**
 * The first page with candles from `since` (ms) on; empty: there are none up to `now`.
 *
 * Some exchanges look no further ahead than a page would reach: before a market's first trade, and in a long gap, they
 * answer nothing though there is more. Daily candles show where it goes on. Where an exchange keeps its days longer than
 * its minutes, halving finds the page with which those begin.
 */
export async function firstPage(
  fetch: FetchPage,
  interval: Interval,
  since: number,
  candlesPerPage: number,
  now: number,
): Promise<Page> {
  const span = candlesPerPage * intervalSeconds(interval) * 1000;
  let from = since;
  for (let empty = 0; empty < MOST_EMPTY_PAGES; empty++) {
    const page = await fetch(interval, from);
    if (page.length > 0 || from + span > now) return page;
    const next = await firstTradeAfter(fetch, from + span, candlesPerPage, now);
    if (next === undefined) return [];
    from = next;
  }
  return firstPageKept(fetch, interval, from, now - span);
}

/** The first day with a trade, or `after` itself when that lies in it. */
async function firstTradeAfter(
  fetch: FetchPage,
  after: number,
  candlesPerPage: number,
  now: number,
): Promise<number | undefined> {
  // The day before may have begun off midnight and still hold `after`.
  let from = Math.max(after - DAY_MILLISECONDS, EARLIEST_TRADE);
  for (; from < now; from += candlesPerPage * DAY_MILLISECONDS) {
    const days = await fetch('1d', from);
    const day = days.find(({ openTime }) => openTime + DAY_MILLISECONDS > after);
    if (day) return Math.max(after, day.openTime);
  }
  return undefined;
}

/** Down to one interval: how far ahead a page reaches is the exchange's choice. */
async function firstPageKept(
  fetch: FetchPage,
  interval: Interval,
  since: number,
  newestPage: number,
): Promise<Page> {
  let empty = since;
  let kept = newestPage;
  let page = await fetch(interval, kept);
  while (page.length > 0 && kept - empty > intervalSeconds(interval) * 1000) {
    const middle = empty + Math.floor((kept - empty) / 2);
    const middlePage = await fetch(interval, middle);
    if (middlePage.length === 0) empty = middle;
    else {
      kept = middle;
      page = middlePage;
    }
  }
  return page;
}
