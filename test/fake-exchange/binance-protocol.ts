import { intervalSeconds } from '#engine/market/interval';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { FAKE_SYMBOLS, type FakeMarket, type FakeSymbol, isKnownInterval } from './fake-market';
import { type Answer, NOT_FOUND, type Protocol, type Subscription } from './protocol';

const INVALID_SYMBOL: Answer = { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
const INVALID_INTERVAL: Answer = { status: 400, body: { code: -1120, msg: 'Invalid interval.' } };

/** Binance spot and USD-M futures, shapes as in Binance's own documentation: numbers as text, ascending, `x` when closed. */
export const BINANCE: Protocol = {
  keepsNewest: false,
  sendsOnSubscribing: false,
  tooManyRequests: {
    status: 429,
    headers: { 'Retry-After': '1' },
    body: { code: -1003, msg: 'Too many requests; current limit is 1200 request weight per 1 MINUTE.' },
  },
  banned: {
    status: 418,
    headers: { 'Retry-After': '2' },
    body: { code: -1003, msg: 'Way too many requests; IP banned until 1573124561000.' },
  },

  answer(url, market, spoil) {
    const isSwap = url.pathname.includes('/fapi/');
    const ofMarket = market.known.filter((symbol) => symbol.isSwap === isSwap);
    const endpoint = url.pathname.split('/').at(-1);
    if (endpoint === 'exchangeInfo') {
      const symbols = url.pathname.includes('/dapi/')
        ? []
        : ofMarket.map((each) => ({
            ...(isSwap ? swapInfo(each) : spotInfo(each)),
            ...(!market.isTraded(each.symbol) && { status: isSwap ? 'SETTLING' : 'BREAK' }),
          }));
      return {
        body: { timezone: 'UTC', serverTime: market.now, rateLimits: [], exchangeFilters: [], symbols },
      };
    }
    if (endpoint === 'time') return { body: { serverTime: market.now } };
    const symbol = ofMarket.find((candidate) => idOf(candidate) === url.searchParams.get('symbol'));
    if (!symbol) return endpoint === 'klines' || endpoint === 'fundingRate' ? INVALID_SYMBOL : NOT_FOUND;
    const start = numberIn(url, 'startTime');
    const end = numberIn(url, 'endTime') ?? market.now;
    if (endpoint === 'klines') {
      const interval = url.searchParams.get('interval') ?? undefined;
      if (!isKnownInterval(interval)) return INVALID_INTERVAL;
      const limit = Math.min(numberIn(url, 'limit') ?? 500, 1000);
      const length = intervalSeconds(interval) * 1000;
      const page =
        start === undefined
          ? market.candles(symbol.symbol, interval, end - limit * length, end)
          : market.candles(symbol.symbol, interval, start, end, limit);
      return { body: spoil(page).map((candle) => kline(candle, candle.openTime + length - 1)) };
    }
    if (endpoint === 'fundingRate') {
      const payments = market
        .funding(symbol.symbol)
        .filter(({ fundingTime }) => fundingTime >= (start ?? 0) && fundingTime <= end)
        .slice(0, numberIn(url, 'limit') ?? 100);
      return { body: payments.map((payment) => ({ symbol: idOf(symbol), ...payment })) };
    }
    if (endpoint === 'premiumIndex') {
      const last = market.funding(symbol.symbol).at(-1);
      return {
        body: {
          symbol: idOf(symbol),
          lastFundingRate: '0.00099999',
          time: market.now,
          markPrice: last?.markPrice,
        },
      };
    }
    return NOT_FOUND;
  },

  // A stream of an unknown symbol is subscribed without an error, and silent.
  receive(message, path, market) {
    const { method, params, id } = JSON.parse(message) as { method: string; params: string[]; id: number };
    const replies = [JSON.stringify({ result: null, id })];
    if (method === 'UNSUBSCRIBE') return { replies, unsubscribe: params };
    return { replies, subscribe: params.flatMap((channel) => subscriptionTo(channel, path, market)) };
  },

  candleMessage({ symbol, interval }, candle, closeTime, isClosed, now) {
    const id = idOf(FAKE_SYMBOLS.find((candidate) => candidate.symbol === symbol)!);
    return JSON.stringify({
      e: 'kline',
      E: now,
      s: id,
      k: {
        t: candle.openTime,
        T: closeTime,
        s: id,
        i: interval,
        f: 100,
        L: 200,
        o: candle.open,
        c: candle.close,
        h: candle.high,
        l: candle.low,
        v: candle.volume,
        n: 100,
        x: isClosed,
        q: '1.00000000',
        V: '0.50000000',
        Q: '0.50000000',
        B: '0',
      },
    });
  },
};

function subscriptionTo(channel: string, path: string, market: FakeMarket): Subscription[] {
  const [id, interval] = channel.split('@kline_');
  const isSwap = path.includes('/fstream.');
  const symbol = market.known.find(
    (candidate) => candidate.isSwap === isSwap && idOf(candidate).toLowerCase() === id,
  );
  return symbol && isKnownInterval(interval) ? [{ channel, symbol: symbol.symbol, interval }] : [];
}

function kline({ openTime, open, high, low, close, volume }: SourceCandle, closeTime: number): unknown[] {
  return [
    openTime,
    open,
    high,
    low,
    close,
    volume,
    closeTime,
    '1.00000000',
    100,
    '0.50000000',
    '0.50000000',
    '0',
  ];
}

function idOf({ base, quote }: FakeSymbol): string {
  return base + quote;
}

function numberIn(url: URL, name: string): number | undefined {
  const text = url.searchParams.get(name);
  return text === null ? undefined : Number(text);
}

function spotInfo(symbol: FakeSymbol): object {
  return {
    symbol: idOf(symbol),
    status: 'TRADING',
    baseAsset: symbol.base,
    baseAssetPrecision: 8,
    quoteAsset: symbol.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filters(symbol),
    permissions: [],
    permissionSets: [['SPOT']],
  };
}

function swapInfo(symbol: FakeSymbol): object {
  return {
    symbol: idOf(symbol),
    pair: idOf(symbol),
    contractType: 'PERPETUAL',
    deliveryDate: 4_133_404_800_000,
    onboardDate: 1_569_398_400_000,
    status: 'TRADING',
    baseAsset: symbol.base,
    quoteAsset: symbol.quote,
    marginAsset: symbol.quote,
    pricePrecision: symbol.priceDecimals,
    quantityPrecision: 3,
    underlyingType: 'COIN',
    orderTypes: ['LIMIT', 'MARKET'],
    filters: filters(symbol),
  };
}

function filters({ priceDecimals }: FakeSymbol): object[] {
  const tickSize = `0.${'0'.repeat(priceDecimals - 1)}1`;
  return [
    { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice: '1000000.00', tickSize },
    { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000.00000000', stepSize: '0.00001' },
  ];
}
