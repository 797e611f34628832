import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { formatDate, parseDate } from '#engine/market/parse-time';
import { newYorkOffset } from '#engine/calendar/new-york-clock';
import {
  type EquityMarket,
  type FakeStock,
  faultyRows,
  happenedDays,
  splitAdjusted,
  splitAdjustedShares,
} from './equity-market';
import type { Answer, EquityProtocol } from './equity-protocol';

const KEY_ID = 'PKFAKEFAKEFAKE';
const SECRET_KEY = 'fake-secret-of-alpaca';
const QUARTER_OF_AN_HOUR = 15 * 60_000;
/** From the ex-date of a dividend until it is paid, and listed. */
const PAID_LATER = 14 * DAY_MILLISECONDS;

/** Market Data v2 of the free plan, and corporate actions v1. */
export const ALPACA: EquityProtocol = {
  settings: { provider: 'alpaca', keyId: KEY_ID, secretKey: SECRET_KEY, feed: 'iex' },

  tooManyRequests: (seconds) => ({
    status: 429,
    headers: {
      'X-RateLimit-Limit': '200',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + seconds),
    },
    body: { message: 'too many requests.' },
  }),

  answer({ url, headers }, market, mostRows) {
    if (headers['apca-api-key-id'] !== KEY_ID || headers['apca-api-secret-key'] !== SECRET_KEY) {
      return { status: 401, body: { message: 'unauthorized.' } };
    }
    const symbol = url.searchParams.get('symbols') ?? '';
    const stock = Object.hasOwn(market.stocks, symbol) ? market.stocks[symbol] : undefined;
    if (url.pathname === '/v1/corporate-actions') return actions(url, market, symbol, stock, mostRows);
    if (url.pathname === '/v2/stocks/bars') return bars(url, market, symbol, stock, mostRows);
    return { status: 404, body: { message: 'Not Found' } };
  },
};

function bars(
  url: URL,
  market: EquityMarket,
  symbol: string,
  stock: FakeStock | undefined,
  mostRows: number,
): Answer {
  const parameters = url.searchParams;
  const isMonthly = parameters.get('timeframe') === '1Month';
  const end = Date.parse(parameters.get('end') ?? new Date(market.now).toISOString());
  if (parameters.get('feed') === 'sip' && end > market.now - QUARTER_OF_AN_HOUR) {
    return { status: 403, body: { message: 'subscription does not permit querying recent SIP data' } };
  }
  if (!stock) return { body: { bars: {}, next_page_token: null } };
  const begins = (date: string) => parseDate(date)! + newYorkOffset(parseDate(date)!);
  const rows = happenedDays(market, stock)
    .filter(({ date }) => begins(date) >= Date.parse(parameters.get('start')!) && begins(date) <= end)
    .map(({ date, open, high, low, close, volume }) => {
      const raw = isMonthly || parameters.get('adjustment') !== 'split';
      const price = (text: string) => Number(raw ? text : splitAdjusted(market, stock, text, date));
      const shares = Number(raw ? volume : splitAdjustedShares(market, stock, volume, date));
      return {
        date,
        open: price(open),
        high: price(high),
        low: price(low),
        close: price(close),
        volume: shares,
      };
    });
  const found = faultyRows(stock, rows).map(({ date, time, open, high, low, close, volume }) => {
    const begin = time === undefined ? begins(date) : Date.parse(`${date}T${time}Z`);
    return {
      c: close,
      h: high,
      l: low,
      n: 100,
      o: open,
      t: new Date(begin).toISOString().replace('.000', ''),
      v: volume,
      vw: close,
    };
  });
  const page = pageOf(found, url, mostRows);
  const bySymbol = page.rows.length === 0 ? {} : { [stock.fault?.symbol ?? symbol]: page.rows };
  return { body: { bars: bySymbol, next_page_token: page.next } };
}

function actions(
  url: URL,
  market: EquityMarket,
  symbol: string,
  stock: FakeStock | undefined,
  mostRows: number,
): Answer {
  const parameters = url.searchParams;
  const [start, end] = ['start', 'end'].map((name) => parameters.get(name) ?? formatDate(market.now));
  const splits = (stock?.splits ?? []).map(({ exDate, numerator, denominator }) => ({
    kind: Number(numerator) > Number(denominator) ? 'forward_splits' : 'reverse_splits',
    action: {
      id: `split-${exDate}`,
      symbol,
      new_rate: Number(numerator),
      old_rate: Number(denominator),
      process_date: exDate,
      ex_date: exDate,
      payable_date: exDate,
    },
  }));
  const dividends = (stock?.dividends ?? []).map(({ exDate, amount }) => {
    const paid = formatDate(parseDate(exDate)! + PAID_LATER);
    return {
      kind: 'cash_dividends',
      action: {
        id: `dividend-${exDate}-${amount}`,
        symbol,
        rate: Number(amount),
        special: false,
        foreign: false,
        process_date: paid,
        ex_date: exDate,
        payable_date: paid,
      },
    };
  });
  const found = [...splits, ...dividends].filter(
    ({ action }) => action.process_date >= start && action.process_date <= end,
  );
  const { rows, next } = pageOf(found, url, mostRows);
  const corporateActions: Record<string, object[]> = {};
  for (const { kind, action } of rows) (corporateActions[kind] ??= []).push(action);
  return { body: { corporate_actions: corporateActions, next_page_token: next } };
}

/** Tokens are opaque, and name where the page after begins. */
function pageOf<T>(found: readonly T[], url: URL, mostRows: number): { rows: T[]; next: string | null } {
  const token = url.searchParams.get('page_token');
  const start = token === null ? 0 : Number(Buffer.from(token, 'base64').toString());
  const end = start + Math.min(mostRows, Number(url.searchParams.get('limit') ?? 1000));
  const next = end < found.length ? Buffer.from(String(end)).toString('base64') : null;
  return { rows: found.slice(start, end), next };
}
