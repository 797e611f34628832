import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeExchange } from '../../../../../test/fake-exchange/fake-exchange';
import type { ExchangeSource } from '../exchange-source';
import { openExchange } from '../open-exchange';
import { loadClient } from './load-client';
import { whenSent } from './request-sending';

// Loading ccxt into Jest takes seconds on a busy machine.
jest.setTimeout(60_000);

const FIVE_MINUTES = 300_000;
const unaborted = new AbortController().signal;

describe('the time of an exchange by ccxt', () => {
  let fake: FakeExchange;
  let source: ExchangeSource;
  const open = async (exchange: 'binance' | 'okx') => {
    fake = await FakeExchange.start(exchange);
    fake.machine.exchangeAheadMilliseconds = -FIVE_MINUTES;
    const { endpoints, machine } = fake;
    source = await openExchange(exchange, { endpoints, throttled: false, now: machine.now });
  };
  afterEach(async () => {
    await source.close();
    await fake.stop();
  });

  /** One message of a watched candle. */
  const watchOnce = async () => {
    const watched = source.watchCandles('BTC/USDT', '1m', unaborted)[Symbol.asyncIterator]();
    const next = watched.next();
    await fake.subscribed('BTC/USDT 1m');
    await fake.tick();
    await next;
  };

  it.each(['binance', 'okx'] as const)('is what %s answers', async (exchange) => {
    await open(exchange);
    expect(source.clock.basis).toBe('unknown');
    await source.clock.refresh(unaborted);

    expect(source.clock.basis).toBe('fetched');
    expect(source.clock.offsetMilliseconds).toBe(-FIVE_MINUTES);
    expect(source.clock.knownNow()).toBe(fake.market.now);
  });

  it('is what the messages of Binance say while it answers none', async () => {
    await open('binance');
    fake.answersTime = false;
    await expect(source.clock.refresh(unaborted)).rejects.toMatchObject({ name: 'SourceFailure' });
    await watchOnce();

    expect(source.clock.basis).toBe('events');
    expect(source.clock.offsetMilliseconds).toBe(-FIVE_MINUTES);
  });

  // The messages of OKX's candle channels hold open times only: https://www.okx.com/docs-v5/en/#order-book-trading-market-data-ws-candlesticks-channel
  it('stays unknown where OKX answers none', async () => {
    await open('okx');
    fake.answersTime = false;
    await watchOnce();

    expect(source.clock.isKnown).toBe(false);
  });

  it('refuses an answer that is no time', async () => {
    await open('binance');
    fake.answerNext({ body: { serverTime: 'noon' } });

    await expect(source.clock.refresh(unaborted)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('is compared with when the request leaves, not with the wait for the rate limit', async () => {
    await open('binance');
    const { client } = await loadClient('binance', { relay: fake.endpoint, throttled: true });
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    Object.assign(client, { throttle: () => held });
    const onSent = jest.fn();
    const fetched = whenSent(onSent, () => client.fetchTime());
    await nextTurn();
    expect(onSent).not.toHaveBeenCalled();
    letGo();

    expect(await fetched).toBe(fake.market.now);
    expect(onSent).toHaveBeenCalledTimes(1);
    await client.close();
  });
});

it("is this machine's where ccxt knows none, as for Bitfinex", async () => {
  const bitfinex = await openExchange('bitfinex');

  expect(bitfinex.clock.basis).toBe('own');
  await bitfinex.close();
});
