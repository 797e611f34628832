import { formatDate } from '#engine/market/parse-time';
import { FakeEquityServer } from '../../../../../test/fake-equities/fake-equity-server';
import { openEquitySource } from '../open-equity-source';

const { signal } = new AbortController();

describe("Yahoo's charts", () => {
  let server: FakeEquityServer;
  beforeEach(async () => {
    const days = ['1985-03-01', '2004-12-31', '2024-01-05'].map((date) => ({
      date,
      open: '150.03',
      high: '150.03',
      low: '98.2',
      close: '98.2',
      volume: '1',
    }));
    server = await FakeEquityServer.start('yahoo', {
      stocks: { '^GSPC': { days } },
      now: Date.UTC(2024, 0, 10, 12),
    });
  });
  afterEach(() => server.stop());

  const fetch = (symbol: string, from: string, to: string, now = () => server.market.now) =>
    openEquitySource({ provider: 'yahoo', endpoint: server.endpoint, now }).fetchDaily(
      symbol,
      { from, to },
      signal,
    );

  it('are requested in parts of twenty years, by an encoded symbol', async () => {
    const { candles } = await fetch('^GSPC', '1950-01-01', '2024-01-05');

    expect(candles.map(({ openTime, open, close }) => [formatDate(openTime), open, close])).toEqual(
      ['1985-03-01', '2004-12-31', '2024-01-05'].map((date) => [date, '150.03', '98.2']),
    );
    expect(server.requests).toHaveLength(4);
    for (const request of server.requests) {
      expect(request).toMatch(
        /^\/v8\/finance\/chart\/%5EGSPC\?interval=1d&period1=-?\d+&period2=-?\d+&events=/,
      );
    }
  });

  /** The last days of a share in Taipei, in the shape that Yahoo has for them after the close. */
  const taipei = (meta: object) => ({
    chart: {
      result: [
        {
          meta: {
            symbol: '2344.TW',
            gmtoffset: 28_800,
            exchangeTimezoneName: 'Asia/Taipei',
            regularMarketTime: 1_774_503_001,
            currentTradingPeriod: {
              regular: { start: 1_774_486_800, end: 1_774_503_000, gmtoffset: 28_800 },
            },
            ...meta,
          },
          timestamp: [1_774_314_000, 1_774_400_400, 1_774_486_800, 1_774_503_001],
          indicators: {
            quote: [
              {
                open: [109.5, null, 100, 100],
                high: [109.5, null, 104.5, 104.5],
                low: [97, null, 96, 96],
                close: [99.5, null, null, 96],
                volume: [219_474_874, null, 189_723_274, 189_723_274],
              },
            ],
          },
        },
      ],
      error: null,
    },
  });

  it.each([
    ['by the zone', {}],
    [
      "by the distance from UTC where the zone is none of this machine's",
      { exchangeTimezoneName: 'Asia/Nowhere' },
    ],
  ])('belong to the date at their exchange, %s; rows with gaps are no sessions', async (_, meta) => {
    server.answerNext({ body: taipei(meta) });
    const { candles } = await fetch('2344.TW', '2026-03-20', '2026-03-31');

    expect(candles.map(({ openTime, close }) => [formatDate(openTime), close])).toEqual([
      ['2026-03-24', '99.5'],
      ['2026-03-26', '96'],
    ]);
  });

  it.each([
    ['the last trade is from before the close', { regularMarketTime: 1_774_500_000 }, 0, 1],
    ['the close is half an hour ago', { regularMarketTime: 1_774_500_000 }, 1_774_504_800, 2],
    [
      'nothing is reported of the session, which is of today',
      { currentTradingPeriod: null },
      1_774_503_001,
      1,
    ],
    [
      'nothing is reported of the session, which was yesterday',
      { currentTradingPeriod: null },
      1_774_573_200,
      2,
    ],
  ])('end with a session that is over: %s', async (_, meta, seconds, count) => {
    server.answerNext({ body: taipei(meta) });
    const { candles } = await fetch('2344.TW', '2026-03-20', '2026-03-31', () => seconds * 1000);

    expect(candles).toHaveLength(count);
  });

  it('are out of reach, not unknown, where Yahoo wants no more of us', async () => {
    const body = { finance: { result: null, error: { code: 'Unauthorized', description: 'Invalid Crumb' } } };
    server.answerNext({ status: 401, body });

    await expect(fetch('^GSPC', '2024-01-01', '2024-01-05')).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/^yahoo: it answered 401: .*Invalid Crumb/),
    });
  });

  it.each([
    [{ timestamp: 5 }, 'yahoo: timestamp is no list'],
    [{ indicators: {} }, 'yahoo: indicators.quote is no list'],
    [{ meta: undefined }, 'yahoo: meta is no object'],
    [{ timestamp: ['soon', 1, 2, 3] }, 'yahoo: timestamp[0] is no number'],
    [{ timestamp: [1e300, 1, 2, 3] }, '1e+300 is no unix time of a session'],
    [{ timestamp: [1, 2, 3] }, 'yahoo: quote.open has 4 values for 3 timestamps'],
    [{ meta: { symbol: 'MSFT' } }, 'yahoo: meta.symbol is "MSFT" where 2344.TW was requested'],
    [{ meta: { dataGranularity: '1wk' } }, 'yahoo: meta.dataGranularity is "1wk" where 1d was requested'],
    [
      { events: { splits: { 5: { date: 5, numerator: 0, denominator: 1 } } } },
      'yahoo: events.splits.5.numerator',
    ],
    [
      { events: { dividends: { 5: { amount: 'a', date: 5 } } } },
      'yahoo: events.dividends.5.amount is no number',
    ],
  ])('are malformed with %j', async (change, message) => {
    const { chart } = taipei({});
    server.answerNext({ body: { chart: { ...chart, result: [{ ...chart.result[0], ...change }] } } });

    await expect(fetch('2344.TW', '2026-03-20', '2026-03-31')).rejects.toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining(message),
    });
  });
});
