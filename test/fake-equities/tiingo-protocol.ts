import { faultyRows, happenedDays, type TradedDay } from './equity-market';
import type { EquityProtocol } from './equity-protocol';

const TOKEN = 'fake-token-of-tiingo';

/** End-of-day prices: as traded, and once more adjusted for dividends too, which is of no use to us. */
export const TIINGO: EquityProtocol = {
  settings: { provider: 'tiingo', token: TOKEN },

  tooManyRequests: (seconds) => ({
    status: 429,
    headers: { 'Retry-After': String(seconds) },
    body: { detail: 'Error: You have run over your hourly request allocation.' },
  }),

  answer({ url, headers }, market) {
    if (headers.authorization !== `Token ${TOKEN}`) {
      return { status: 401, body: { detail: 'Invalid token.' } };
    }
    const symbol = decodeURIComponent(/^\/tiingo\/daily\/([^/]+)\/prices$/.exec(url.pathname)?.[1] ?? '');
    const stock = Object.hasOwn(market.stocks, symbol) ? market.stocks[symbol] : undefined;
    if (!stock) return { status: 404, body: { detail: 'Not found.' } };
    const [start, end] = ['startDate', 'endDate'].map((name) => url.searchParams.get(name) ?? '');
    const days = happenedDays(market, stock).filter(
      // They come out an hour and a half after the close.
      ({ date, closes }) => date >= start && date <= end && closes + 90 * 60_000 <= market.now,
    );
    return {
      body: faultyRows(stock, days.map(toNumbers)).map(({ date, time = '00:00:00', ...row }) => {
        const split = stock.splits?.find(({ exDate }) => exDate === date);
        const paid = (stock.dividends ?? []).filter(({ exDate }) => exDate === date);
        return {
          date: `${date}T${time}.000Z`,
          ...row,
          adjClose: 1.5,
          adjHigh: 1.5,
          adjLow: 1.5,
          adjOpen: 1.5,
          adjVolume: 1,
          divCash: paid.reduce((sum, { amount }) => sum + Number(amount), 0),
          splitFactor: split ? Number(split.numerator) / Number(split.denominator) : 1,
        };
      }),
    };
  },
};

function toNumbers({ date, open, high, low, close, volume }: TradedDay) {
  const prices = { open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
  return { date, ...prices, volume: Number(volume) };
}
