import { intervalSeconds } from '#engine/market/interval';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { type FakeMarket, type FakeSymbol, isKnownInterval } from './fake-market';
import { type Answer, type Protocol, type Subscription } from './protocol';

const INVALID_INSTRUMENT: Answer = {
  body: { code: '51001', msg: "Instrument ID doesn't exist.", data: [] },
};
const INVALID_BAR: Answer = { body: { code: '51000', msg: 'Parameter bar error', data: [] } };

/**
 * OKX v5, shapes as in OKX's own documentation: an envelope with a code even for errors at status 200, rows newest first
 * and as text, pages by `after` (older than) and `before` (newer than), `confirm` as the last field of a row.
 */
export const OKX: Protocol = {
  keepsNewest: true,
  sendsOnSubscribing: true,
  tooManyRequests: { status: 429, body: { code: '50011', msg: 'Too Many Requests', data: [] } },
  banned: { status: 429, body: { code: '50061', msg: 'Sub-account rate limit exceeded', data: [] } },

  answer(url, market, spoil) {
    const endpoint = url.pathname.split('/').at(-1);
    if (endpoint === 'instruments') {
      const type = url.searchParams.get('instType');
      return success(
        market.known
          .filter((symbol) => typeOf(symbol) === type)
          .map((symbol) => ({
            ...instrument(symbol),
            ...(!market.isTraded(symbol.symbol) && { state: 'suspend' }),
          })),
      );
    }
    if (endpoint === 'time') return success([{ ts: String(market.now) }]);
    const symbol = market.known.find((candidate) => idOf(candidate) === url.searchParams.get('instId'));
    if (!symbol) return INVALID_INSTRUMENT;
    const olderThan = Number(url.searchParams.get('after') ?? market.now + 1);
    const newerThan = Number(url.searchParams.get('before') ?? -1);
    const limit = Number(url.searchParams.get('limit') ?? 100);
    if (endpoint === 'candles' || endpoint === 'history-candles') {
      const interval = intervalOf(url.searchParams.get('bar'));
      if (!isKnownInterval(interval)) return INVALID_BAR;
      const length = intervalSeconds(interval) * 1000;
      const from = Math.max(newerThan + 1, Math.min(olderThan, market.now) - 3 * limit * length);
      const newest = market
        .candles(symbol.symbol, interval, from, olderThan - 1)
        .slice(-Math.min(limit, 300));
      return success(
        spoil(newest)
          .reverse()
          .map((candle) => row(candle, candle.openTime + length <= market.now)),
      );
    }
    if (endpoint === 'funding-rate-history') {
      const newest = market
        .funding(symbol.symbol)
        .filter(({ fundingTime }) => fundingTime > newerThan && fundingTime < olderThan)
        .slice(-Math.min(limit, 100));
      return success(
        newest.reverse().map(({ fundingTime, fundingRate }) => ({
          instType: 'SWAP',
          instId: idOf(symbol),
          formulaType: 'noRate',
          fundingRate: '0.00099999',
          realizedRate: fundingRate,
          fundingTime: String(fundingTime),
          method: 'current_period',
        })),
      );
    }
    return { status: 404, body: { code: '404', msg: 'Not Found', data: [] } };
  },

  receive(message, _path, market) {
    if (message === 'ping') return { replies: ['pong'] };
    const { op, args } = JSON.parse(message) as { op: string; args: { channel: string; instId: string }[] };
    if (op === 'unsubscribe') {
      return {
        replies: args.map((arg) => JSON.stringify({ event: 'unsubscribe', arg, connId: 'a4d3ae55' })),
        unsubscribe: args.map(({ channel, instId }) => `${channel}:${instId}`),
      };
    }
    return {
      replies: args.map((arg) => {
        const isKnown = market.known.some((symbol) => idOf(symbol) === arg.instId);
        return JSON.stringify(isKnown ? { event: 'subscribe', arg, connId: 'a4d3ae55' } : doesNotExist(arg));
      }),
      subscribe: args.flatMap((arg) => subscriptionTo(arg, market)),
    };
  },

  candleMessage({ channel }, candle, _closeTime, isClosed) {
    const [name, instId] = channel.split(':');
    return JSON.stringify({ arg: { channel: name, instId }, data: [row(candle, isClosed)] });
  },
};

/** Error 60018 of OKX's documentation. */
function doesNotExist({ channel, instId }: { channel: string; instId: string }): object {
  const msg = `Wrong URL or channel:${channel},instId:${instId} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`;
  return { event: 'error', msg, code: '60018', connId: 'a4d3ae55' };
}

function subscriptionTo(
  { channel, instId }: { channel: string; instId: string },
  market: FakeMarket,
): Subscription[] {
  const symbol = market.known.find((candidate) => idOf(candidate) === instId);
  const interval = intervalOf(channel.replace('candle', ''));
  return symbol && isKnownInterval(interval)
    ? [{ channel: `${channel}:${instId}`, symbol: symbol.symbol, interval }]
    : [];
}

function row({ openTime, open, high, low, close, volume }: SourceCandle, isClosed: boolean): string[] {
  // Volume in contracts for swaps, then in the base currency, then in the quote currency: the fake has one for all.
  return [String(openTime), open, high, low, close, volume, volume, '1.0', isClosed ? '1' : '0'];
}

/** `1H`, `1Dutc` and `6Hutc` are ours in lower case; without `utc` long bars begin at 16:00 UTC, which nobody should request. */
function intervalOf(bar: string | null): string | undefined {
  return bar?.replace(/utc$/, '').toLowerCase();
}

function success(data: unknown[]): Answer {
  return { body: { code: '0', msg: '', data } };
}

function typeOf({ isSwap }: FakeSymbol): string {
  return isSwap ? 'SWAP' : 'SPOT';
}

function idOf({ base, quote, isSwap }: FakeSymbol): string {
  return `${base}-${quote}${isSwap ? '-SWAP' : ''}`;
}

function instrument(symbol: FakeSymbol): object {
  const { base, quote, isSwap, priceDecimals } = symbol;
  return {
    alias: '',
    baseCcy: isSwap ? '' : base,
    category: '1',
    ctMult: isSwap ? '1' : '',
    ctType: isSwap ? 'linear' : '',
    ctVal: isSwap ? '0.01' : '',
    ctValCcy: isSwap ? base : '',
    expTime: '',
    instFamily: isSwap ? `${base}-${quote}` : '',
    instId: idOf(symbol),
    instType: typeOf(symbol),
    lever: '10',
    listTime: '1548133413000',
    lotSz: '0.00000001',
    minSz: '0.00001',
    optType: '',
    quoteCcy: isSwap ? '' : quote,
    settleCcy: isSwap ? quote : '',
    state: 'live',
    stk: '',
    tickSz: `0.${'0'.repeat(priceDecimals - 1)}1`,
    uly: isSwap ? `${base}-${quote}` : '',
  };
}
