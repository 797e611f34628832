import { parseDate } from '#engine/market/parse-time';
import { sessionsBetween, xnysSession } from '#engine/calendar/xnys-sessions';
import {
  type EquityMarket,
  type FakeStock,
  faultyRows,
  happenedDays,
  splitAdjusted,
  splitAdjustedShares,
  type WireRow,
} from './equity-market';
import type { Answer, EquityProtocol } from './equity-protocol';

const DAY = 86_400_000;
const PRICES = ['open', 'high', 'low', 'close'] as const;

/** The chart endpoint as it answers browsers and programs: columns, prices that were 32-bit floats, events by their times. */
export const YAHOO: EquityProtocol = {
  settings: { provider: 'yahoo' },

  tooManyRequests: (seconds) => ({
    status: 429,
    headers: { 'Content-Type': 'text/html', 'Retry-After': String(seconds) },
    body: 'Edge: Too Many Requests',
  }),

  answer({ url, headers }, market) {
    // What names no program is taken for a bad one.
    if (!headers['user-agent']) return YAHOO.tooManyRequests(60);
    const symbol = decodeURIComponent(/^\/v8\/finance\/chart\/([^/]+)$/.exec(url.pathname)?.[1] ?? '');
    const stock = Object.hasOwn(market.stocks, symbol) ? market.stocks[symbol] : undefined;
    if (!stock) return failure(404, 'Not Found', 'No data found, symbol may be delisted');
    if (url.searchParams.get('interval') !== '1d' || url.searchParams.get('events') !== 'div,split') {
      return failure(422, 'Unprocessable Entity', 'Invalid input');
    }
    const [from, until] = ['period1', 'period2'].map((name) => Number(url.searchParams.get(name)));
    const firstDay = stock.days.map(({ date }) => date).sort()[0];
    if (until * 1000 <= parseDate(firstDay)!) {
      const span = `startDate = ${from}, endDate = ${until}`;
      return failure(400, 'Bad Request', `Data doesn't exist for ${span}`);
    }
    return { body: { chart: { result: [chartOf(market, stock, symbol, from, until)], error: null } } };
  },
};

function failure(status: number, code: string, description: string): Answer {
  return { status, body: { chart: { result: null, error: { code, description } } } };
}

function chartOf(
  market: EquityMarket,
  stock: FakeStock,
  symbol: string,
  from: number,
  until: number,
): object {
  const within = ({ time }: { time: number }) => time >= from && time < until;
  const { now } = market;
  // The session of now counts as of the last trade, until it is over.
  const traded = happenedDays(market, stock).map(({ date, volume, closes, ...prices }) => {
    const price = (field: (typeof PRICES)[number]) =>
      Math.fround(Number(splitAdjusted(market, stock, prices[field], date)));
    return {
      date,
      ...(now < closes && { time: new Date(now).toISOString().slice(11, 19) }),
      open: price('open'),
      high: price('high'),
      low: price('low'),
      close: price('close'),
      volume: Math.round(Number(splitAdjustedShares(market, stock, volume, date))),
    };
  });
  const empty = (stock.emptyDates ?? []).map((date) => ({
    date,
    open: null,
    high: null,
    low: null,
    close: null,
    volume: null,
  }));
  const rows = faultyRows(
    stock,
    [...traded, ...empty].filter((row) => within({ time: timeOf(row) })),
  );
  const column = (field: 'volume' | (typeof PRICES)[number]) =>
    rows.map((row) => row[field]).filter((value) => value !== undefined);
  const events = eventsOf(market, stock, within);
  return {
    meta: metaOf(market, stock.fault?.symbol ?? symbol, stock.fault?.granularity),
    ...(rows.length > 0 && { timestamp: rows.map(timeOf) }),
    ...(Object.keys(events).length > 0 && { events }),
    indicators: {
      quote: [
        rows.length === 0
          ? {}
          : Object.fromEntries(([...PRICES, 'volume'] as const).map((field) => [field, column(field)])),
      ],
      adjclose: [rows.length === 0 ? {} : { adjclose: column('close') }],
    },
  };
}

/** A session's open, in seconds; half past nine in New York in winter on a day without one. */
function timeOf({ date, time }: Pick<WireRow, 'date' | 'time'>): number {
  if (time !== undefined) return Date.parse(`${date}T${time}Z`) / 1000;
  return (xnysSession(parseDate(date)!)?.open ?? parseDate(date)! + 14.5 * 3_600_000) / 1000;
}

function metaOf({ now }: EquityMarket, symbol: string, granularity = '1d'): object {
  const sessions = sessionsBetween(now - 7 * DAY, now + 7 * DAY);
  const current = sessions.find(({ date }) => date + 1.25 * DAY > now)!;
  const last = sessions.filter(({ open }) => open <= now).at(-1)!;
  const period = (start: number, end: number) => ({
    timezone: 'EST',
    start: start / 1000,
    end: end / 1000,
    gmtoffset: -18_000,
  });
  return {
    currency: 'USD',
    symbol,
    exchangeName: 'NMS',
    instrumentType: 'EQUITY',
    firstTradeDate: 345_479_400,
    regularMarketTime: Math.min(now, last.close + 1000) / 1000,
    gmtoffset: -18_000,
    timezone: 'EST',
    exchangeTimezoneName: 'America/New_York',
    priceHint: 2,
    currentTradingPeriod: {
      pre: period(current.open - 5.5 * 3_600_000, current.open),
      regular: period(current.open, current.close),
      post: period(current.close, current.close + 4 * 3_600_000),
    },
    dataGranularity: granularity,
    range: '',
    validRanges: ['1d', '5d', 'max'],
  };
}

function eventsOf(
  market: EquityMarket,
  stock: FakeStock,
  within: (event: { time: number }) => boolean,
): Record<string, object> {
  const timed = <T extends { exDate: string }>(events: readonly T[] = []) =>
    events
      .map((event) => ({ ...event, time: (xnysSession(parseDate(event.exDate)!)?.open ?? NaN) / 1000 }))
      .filter((event) => within(event) && event.time * 1000 <= market.now);
  const dividends = timed(stock.dividends).map(({ exDate, amount, time }) => [
    time,
    { amount: Number(splitAdjusted(market, stock, amount, exDate)), date: time },
  ]);
  const splits = timed(stock.splits).map(({ numerator, denominator, time }) => [
    time,
    {
      date: time,
      numerator: Number(numerator),
      denominator: Number(denominator),
      splitRatio: `${numerator}:${denominator}`,
    },
  ]);
  return {
    ...(dividends.length > 0 && { dividends: Object.fromEntries(dividends) as object }),
    ...(splits.length > 0 && { splits: Object.fromEntries(splits) as object }),
  };
}
