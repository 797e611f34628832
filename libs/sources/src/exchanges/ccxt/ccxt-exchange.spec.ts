import { FakeExchange } from '../../../../../test/fake-exchange/fake-exchange';
import { candlePages } from '../candle-pages';
import { describeExchangeSource } from '../exchange-source.contract';
import type { ExchangeSource } from '../exchange-source';
import { openExchange } from '../open-exchange';

// Loading ccxt into Jest takes seconds on a busy machine.
jest.setTimeout(60_000);

const MINUTE = 60_000;
const DAY = 86_400_000;
const unaborted = new AbortController().signal;

for (const exchange of ['binance', 'okx'] as const) {
  describeExchangeSource(`${exchange} by ccxt`, async () => {
    const fake = await FakeExchange.start(exchange);
    const source = await openExchange(exchange, { endpoints: fake.endpoints, throttled: false });
    return {
      source,
      symbol: 'BTC/USDT',
      swap: 'BTC/USDT:USDT',
      now: () => fake.market.now,
      passMinute: async () => {
        await fake.subscribed('BTC/USDT 1m');
        for (let step = 0; step < 7; step++) await fake.tick();
      },
      stop: async () => {
        await source.close();
        await fake.stop();
      },
    };
  });

  describe(`${exchange} by ccxt`, () => {
    let fake: FakeExchange;
    let source: ExchangeSource;
    beforeEach(async () => {
      fake = await FakeExchange.start(exchange);
      source = await openExchange(exchange, { endpoints: fake.endpoints, throttled: false });
    });
    afterEach(async () => {
      await source.close();
      await fake.stop();
    });

    const fetchMinutes = (minutes: number, symbol = 'TINY/USDT') =>
      source.fetchCandles(symbol, '1m', fake.market.now - minutes * MINUTE, unaborted);

    it('hands on numbers that are none, for the validation to refuse and keep', async () => {
      await fetchMinutes(1);
      fake.corrupt('negative volume', 'requests');

      expect((await fetchMinutes(3)).at(-1)!.volume).toMatch(/^-\d/);
    });

    it.each([1, 100, 1_000])('misses nothing where a page holds %i candles at most', async (most) => {
      fake.mostCandlesPerPage = most;
      // As many pages as show that one follows the other.
      const minutes = most === 1 ? 30 : 220;
      const from = fake.market.now - (minutes + 30) * MINUTE;
      const found: number[] = [];
      const pages = candlePages({
        fetch: (since) => source.fetchCandles('BTC/USDT', '1m', since, unaborted),
        intervalMilliseconds: MINUTE,
        from,
        until: () => from + minutes * MINUTE,
      });
      for await (const page of pages) found.push(...page.map(({ openTime }) => openTime));

      expect(found).toEqual(Array.from({ length: minutes + 1 }, (_, minute) => from + minute * MINUTE));
    });

    it('hands on the first candle of a stretch that is longer than a page with those that follow it', async () => {
      fake.mostCandlesPerPage = 100;
      // The exchange has candles up to now: of 101 it answers the newest 100.
      const page = await fetchMinutes(101, 'BTC/USDT');

      expect(page[0].openTime).toBe(fake.market.now - 101 * MINUTE);
      expect(page.length).toBeGreaterThan(1);
    });

    it.each([1, 7, 100])(
      'misses nothing after quiet minutes where a page holds %i candles at most',
      async (most) => {
        await fake.stop();
        const now = Math.floor(Date.now() / MINUTE) * MINUTE;
        // Many candles where a page holds many, on either side of 149 minutes without one.
        const [oldest, newest] = most === 1 ? [370, 180] : [480, 100];
        const isQuiet = (_symbol: string, minute: number) => {
          const minutesAgo = (now - minute) / MINUTE;
          return minutesAgo % 7 === 3 || (minutesAgo > 200 && minutesAgo < 350) || minutesAgo > oldest;
        };
        fake = await FakeExchange.start(exchange, { now, isQuiet });
        source = await openExchange(exchange, { endpoints: fake.endpoints, throttled: false });
        fake.mostCandlesPerPage = most;
        const [from, to] = [now - (oldest + 20) * MINUTE, now - newest * MINUTE];
        const found: number[] = [];
        const pages = candlePages({
          fetch: (since) => source.fetchCandles('BTC/USDT', '1m', since, unaborted),
          intervalMilliseconds: MINUTE,
          from,
          until: () => to,
        });
        for await (const page of pages) found.push(...page.map(({ openTime }) => openTime));

        expect(found).toEqual(
          fake.market.candles('BTC/USDT', '1m', from, to).map(({ openTime }) => openTime),
        );
      },
    );

    it('finds the first candles of a market that is younger than what is requested', async () => {
      const candles = await source.fetchCandles('BTC/USDT', '1m', fake.market.first - 700 * DAY, unaborted);

      expect(candles[0]).toEqual(fake.market.candles('BTC/USDT', '1m')[0]);
    });

    it('answers all funding since a time long past', async () => {
      await fake.stop();
      fake = await FakeExchange.start(exchange, { first: Date.now() - 120 * DAY });
      source = await openExchange(exchange, { endpoints: fake.endpoints, throttled: false });
      const payments = await source.fetchFunding('BTC/USDT:USDT', 0, unaborted);

      expect(payments.map(({ fundingRate }) => fundingRate)).toEqual(
        fake.market.funding('BTC/USDT:USDT').map(({ fundingRate }) => fundingRate),
      );
    });

    it.each([
      ['too many requests', 'rate limited'],
      ['banned', 'rate limited'],
      ['html', 'malformed'],
      [{ body: '[[1,2' }, 'malformed'],
      [{ body: { code: '7', data: [['noon', '1', '1', '1', '1', '1']] } }, 'malformed'],
      [{ status: 500, body: { code: 1 } }, 'unreachable'],
      [{ status: 503, body: 'busy' }, 'unreachable'],
    ] as const)('calls the answer %j %s, and requests again', async (answer, kind) => {
      await fetchMinutes(1);
      fake.answerNext(answer);

      await expect(fetchMinutes(1)).rejects.toMatchObject({ name: 'SourceFailure', kind });
      await expect(fetchMinutes(1)).resolves.toHaveLength(1);
    });

    it('requests its markets again when they could not be loaded', async () => {
      const busy = { status: 503, body: 'busy' };
      fake.answerNext(busy, 100);

      await expect(fetchMinutes(1)).rejects.toMatchObject({ kind: 'unreachable' });
      fake.answerNext(busy, 0);
      await expect(fetchMinutes(1)).resolves.toHaveLength(1);
    });

    it('calls an exchange that refuses connections unreachable', async () => {
      await fetchMinutes(1);
      await fake.goOffline();
      const watched = source.watchCandles('TINY/USDT', '1m', unaborted)[Symbol.asyncIterator]();

      await expect(fetchMinutes(1)).rejects.toMatchObject({ kind: 'unreachable' });
      await expect(watched.next()).rejects.toMatchObject({ kind: 'unreachable' });
    });

    it('gives up a request to a silent exchange as soon as it is aborted', async () => {
      await fetchMinutes(1);
      fake.stall.requests = true;
      const stop = new AbortController();
      const requested = source.fetchCandles('TINY/USDT', '1m', 0, stop.signal);
      const before = fake.requests.length;
      await fake.until(({ requests }) => requests.length > before, 'the request has come');
      const abortedAt = performance.now();
      stop.abort(new Error('enough'));

      await expect(requested).rejects.toThrow('enough');
      expect(performance.now() - abortedAt).toBeLessThan(1000);
    });
  });
}

describe('ccxt by its published samples', () => {
  // Rows as printed in ccxt 4.5.84's js/src/binance.js (fetchOHLCV) and js/src/okx.js (fetchOHLCV).
  it.each([
    [
      'binance',
      [
        [1591478520000, '0.02501300', '0.02501800', '0.02500000', '0.02500000', '22.19000000', 1591478579999],
        [1591478580000, '0.02499600', '0.02500900', '0.02499400', '0.02500300', '21.34700000', 1591478639999],
      ],
      [
        '0.02501300 0.02501800 0.02500000 0.02500000 22.19000000',
        '0.02499600 0.02500900 0.02499400 0.02500300 21.34700000',
      ],
    ],
    [
      'okx',
      {
        code: '0',
        msg: '',
        data: [
          ['1678928700000', '24324.1', '24347.6', '24321.7', '24341.4', '2565', '10.5401', '256500', '1'],
          ['1678928640000', '24300.2', '24324.1', '24288', '24324.1', '3304', '13.5937', '330400', '1'],
        ],
      },
      ['24300.2 24324.1 24288 24324.1 3304', '24324.1 24347.6 24321.7 24341.4 2565'],
    ],
  ] as const)('reads those of %s oldest first and digit for digit', async (exchange, body, expected) => {
    const fake = await FakeExchange.start(exchange);
    const source = await openExchange(exchange, { endpoints: fake.endpoints, throttled: false });
    await source.fetchCandles('BTC/USDT', '1m', fake.market.now - MINUTE, unaborted);
    fake.answerNext({ body });
    const candles = await source.fetchCandles('BTC/USDT', '1m', 0, unaborted);
    await source.close();
    await fake.stop();

    expect(
      candles.map(({ open, high, low, close, volume }) => [open, high, low, close, volume].join(' ')),
    ).toEqual(expected);
  });
});

describe('ccxt', () => {
  it('knows no exchange of another name', async () => {
    await expect(openExchange('nasdaq')).rejects.toMatchObject({
      name: 'SourceFailure',
      kind: 'unsupported',
      message: expect.stringMatching(/no exchange is called nasdaq.*sim.*binance/),
    });
  });

  it('offers only the intervals an exchange has, and no watching where there is none', async () => {
    const coinbase = await openExchange('coinbase');
    const watched = coinbase.watchCandles('BTC/USD', '1m', unaborted)[Symbol.asyncIterator]();

    // As documented by Coinbase: ONE_MINUTE, FIVE_MINUTE, FIFTEEN_MINUTE, THIRTY_MINUTE, ONE_HOUR, TWO_HOUR, (FOUR_HOUR,) SIX_HOUR, ONE_DAY.
    expect(coinbase.intervals).toEqual(
      expect.arrayContaining(['1m', '5m', '15m', '30m', '1h', '2h', '6h', '1d']),
    );
    expect(coinbase.intervals).not.toContain('3m');
    await expect(coinbase.fetchCandles('BTC/USD', '3m', 0, unaborted)).rejects.toMatchObject({
      kind: 'unsupported',
    });
    await expect(watched.next()).rejects.toMatchObject({ kind: 'unsupported' });
    await coinbase.close();
  });
});
