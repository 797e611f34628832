import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { formatDate, parseDateTime } from '#engine/market/parse-time';
import { decimalOf } from '../../decimal-of';
import type { SourceCandle } from '../../exchanges/exchange-source';
import { completeHistory, type SessionSpan, sessionSpan } from '../complete-history';
import { DailyTimes } from '../daily-times';
import type { EquityHistory, EquitySource, SessionRange } from '../equity-source';
import { exchangeDate } from '../exchange-date';
import { listAt, recordAt, textAt } from '../json-value';
import { sessionIsOver } from '../session-is-over';
import { requireTicker } from '../ticker';
import { AlpacaPages } from './alpaca-pages';
import { readDividends, readSplits } from './corporate-actions';

const ENDPOINT = 'https://data.alpaca.markets';
/** What is younger than a quarter of an hour costs a subscription. */
const FREE_AGE_MILLISECONDS = 16 * 60_000;
/** Actions are listed by the day on which they are processed: that of a dividend is when it is paid, weeks after its ex-date. */
const PROCESSED_EARLIER_MILLISECONDS = 10 * DAY_MILLISECONDS;
const PROCESSED_LATER_MILLISECONDS = 120 * DAY_MILLISECONDS;

export type AlpacaFeed = 'iex' | 'sip';

export interface AlpacaOptions {
  readonly keyId: string;
  readonly secretKey: string;
  /** IEX alone, which is free, or all exchanges. */
  readonly feed?: AlpacaFeed;
  readonly endpoint?: string;
  readonly timeoutMilliseconds?: number;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
}

const newYorkDate = exchangeDate('America/New_York', undefined);

/**
 * Alpaca's market data, with a key. Prices come adjusted for splits; dividends come as they were paid and are adjusted here.
 * Numbers are JSON's: their shortest text has the digits that were sent, without zeros at the end. Symbols are Alpaca's: BRK.B.
 */
export class AlpacaSource implements EquitySource {
  readonly provider = 'alpaca';
  private readonly pages: AlpacaPages;
  private readonly feed: AlpacaFeed;
  private readonly now: () => number;

  constructor({
    keyId,
    secretKey,
    feed = 'iex',
    endpoint = ENDPOINT,
    timeoutMilliseconds,
    now = Date.now,
  }: AlpacaOptions) {
    this.pages = new AlpacaPages({
      provider: 'alpaca',
      endpoint,
      headers: { 'apca-api-key-id': keyId, 'apca-api-secret-key': secretKey },
      secrets: [keyId, secretKey],
      timeoutMilliseconds,
    });
    this.feed = feed;
    this.now = now;
  }

  async fetchDaily(symbol: string, range: SessionRange, signal: AbortSignal): Promise<EquityHistory> {
    requireTicker(symbol);
    const span = sessionSpan(range);
    const now = this.now();
    const bars = await this.fetchBars(symbol, span, now, signal);
    if (bars.length === 0 && !(await this.knows(symbol, signal))) {
      throw this.pages.client.failure('unsupported', `no ${symbol}: there never was a bar of it`);
    }
    const actions: Readonly<Record<string, unknown>>[] = [];
    const parameters = {
      symbols: symbol,
      types: 'forward_split,reverse_split,cash_dividend',
      start: formatDate(span.from - PROCESSED_EARLIER_MILLISECONDS),
      // Up to now, whatever the range: later splits change the amounts of earlier dividends.
      end: formatDate(Math.max(span.from, now) + PROCESSED_LATER_MILLISECONDS),
      limit: '1000',
    };
    for await (const page of this.pages.request('/v1/corporate-actions', parameters, signal))
      actions.push(page);
    const splits = readSplits(actions, symbol);
    const today = formatDate(newYorkDate(now / 1000));
    const splitsSoFar = splits.filter(({ exDate }) => exDate <= today);
    return completeHistory(range, {
      candles: bars.filter(({ openTime }) => sessionIsOver(openTime, now)),
      splits,
      dividends: readDividends(actions, symbol, splitsSoFar),
    });
  }

  private async fetchBars(
    symbol: string,
    { from, to }: SessionSpan,
    now: number,
    signal: AbortSignal,
  ): Promise<SourceCandle[]> {
    // A bar begins at midnight in New York, four or five hours later than in UTC.
    const end = Math.min(to + DAY_MILLISECONDS - 1, now - FREE_AGE_MILLISECONDS);
    if (end < from) return [];
    const parameters = {
      symbols: symbol,
      timeframe: '1Day',
      adjustment: 'split',
      feed: this.feed,
      limit: '10000',
      start: new Date(from).toISOString(),
      end: new Date(end).toISOString(),
    };
    const candles: SourceCandle[] = [];
    const times = new DailyTimes(this.provider);
    for await (const { bars } of this.pages.request('/v2/stocks/bars', parameters, signal)) {
      candles.push(...barsOf(bars, symbol).map((bar) => readBar(bar, times)));
    }
    return candles;
  }

  /** Of a symbol that does not exist there are no bars either, without a word: whether there ever was one decides. */
  private async knows(symbol: string, signal: AbortSignal): Promise<boolean> {
    const parameters = {
      symbols: symbol,
      timeframe: '1Month',
      feed: this.feed,
      start: '1970-01-01',
      limit: '1',
    };
    for await (const { bars } of this.pages.request('/v2/stocks/bars', parameters, signal)) {
      if (barsOf(bars, symbol).length > 0) return true;
    }
    return false;
  }
}

function barsOf(bars: unknown, symbol: string): readonly unknown[] {
  // Null is how some of Alpaca's lists say that there is nothing.
  const bySymbol = bars === null ? {} : recordAt(bars, 'alpaca: bars');
  return Object.hasOwn(bySymbol, symbol) ? listAt(bySymbol[symbol], `alpaca: bars.${symbol}`) : [];
}

function readBar(value: unknown, times: DailyTimes): SourceCandle {
  const { t, o, h, l, c, v } = recordAt(value, 'alpaca: bar');
  const text = textAt(t, 'alpaca: bar.t');
  const openTime = newYorkDate((parseDateTime(text) ?? NaN) / 1000);
  times.check(openTime, text);
  return {
    openTime,
    open: decimalOf(o),
    high: decimalOf(h),
    low: decimalOf(l),
    close: decimalOf(c),
    volume: decimalOf(v),
  };
}
