import type { ChangedCandle } from '#domain/market-data/reading/candle-changes.reader';
import type { DayTicker } from '#domain/market-data/reading/day-ticker';
import type { SeriesUpdate } from '#messaging/series-follower';
import { FollowedTicker } from './followed-ticker';

const NAME = { exchange: 'binance', symbol: 'BTC/USDT' };
const NEWEST = 600_000;

const candle = (openTime: number, close: string): ChangedCandle => {
  const prices = { open: '10', high: '20', low: '5', close, volume: '1' };
  return { openTime, ...prices, isClosed: false, committedAt: 0 };
};
const update = (version: number, changed: ChangedCandle, newest = changed): SeriesUpdate => ({
  name: { ...NAME, interval: '1m' },
  version,
  candles: [changed],
  from: changed.openTime,
  newest,
  before: { newestOpenTime: NEWEST, committedAt: version - 1 },
  after: { newestOpenTime: newest.openTime, committedAt: version },
});
/** As the tables have it at a version. */
const day = (version: number, close: string) => ({
  version,
  committedAt: version,
  newest: candle(NEWEST, close),
});

describe('FollowedTicker', () => {
  let ticker: FollowedTicker;
  let published: DayTicker[];
  beforeEach(() => {
    ticker = new FollowedTicker(NAME);
    published = [];
    ticker.listeners.add((each) => published.push(each));
    ticker.isStale = false;
    ticker.replace(day(5, '11'));
    ticker.publish(0);
  });

  it('takes changes of the newest candle over without a reading', () => {
    ticker.receive(update(6, candle(NEWEST, '12')));
    ticker.publish(1_000);
    expect([ticker.isStale, published.map(({ last }) => last)]).toEqual([false, ['11', '12']]);
  });

  it('does not go back to what was committed before it was read, but published later', () => {
    ticker.receive(update(4, candle(NEWEST, '9')));
    ticker.publish(1_000);
    expect([ticker.isStale, published.map(({ last }) => last)]).toEqual([false, ['11']]);
  });

  it.each([
    ['a new candle', update(6, candle(NEWEST + 60_000, '12'))],
    ['an older one', update(6, candle(NEWEST - 60_000, '12'), candle(NEWEST, '11'))],
    ['too many to be named', { ...update(6, candle(NEWEST, '12')), candles: undefined }],
  ])('has to be read again after %s', (_, change) => {
    ticker.receive(change);
    expect(ticker.isStale).toBe(true);
  });

  it('has to be read again where a change came while it was read that the reading does not have', () => {
    ticker.receive(update(7, candle(NEWEST + 60_000, '12')));
    ticker.isStale = false;
    ticker.replace(day(6, '11'));
    expect(ticker.isStale).toBe(true);
    ticker.isStale = false;
    ticker.replace(day(7, '12'));
    expect(ticker.isStale).toBe(false);
  });

  it('is published again to those alone who wait for it where nothing has changed', () => {
    const late: DayTicker[] = [];
    const listener = (each: DayTicker) => late.push(each);
    ticker.listeners.add(listener);
    ticker.waiting.add(listener);
    ticker.publish(1_000);
    expect([published.length, late.map(({ last }) => last)]).toEqual([1, ['11']]);
  });
});
