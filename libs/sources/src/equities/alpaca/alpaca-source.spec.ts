import { FakeEquityServer } from '../../../../../test/fake-equities/fake-equity-server';
import { appleMarket } from '../equity-source.contract';
import { type EquitySettings, openEquitySource } from '../open-equity-source';

const RANGE = { from: '2014-01-01', to: '2023-12-31' };

describe("Alpaca's market data", () => {
  let server: FakeEquityServer;
  beforeEach(async () => {
    server = await FakeEquityServer.start('alpaca', appleMarket());
  });
  afterEach(() => server.stop());

  const fetch = (changes: Partial<EquitySettings> = {}, range = RANGE) =>
    openEquitySource({ ...server.settings, ...changes } as EquitySettings).fetchDaily(
      'AAPL',
      range,
      new AbortController().signal,
    );

  it('is the same in many pages as in one', async () => {
    const whole = await fetch();
    server.requests.length = 0;
    server.mostRows = 2;

    expect(await fetch()).toEqual(whole);
    expect(server.requests.filter((path) => path.startsWith('/v2/stocks/bars'))).toHaveLength(4);
    expect(server.requests.filter((path) => path.startsWith('/v1/corporate-actions'))).toHaveLength(3);
  });

  it('is malformed where a page names itself as the next one', async () => {
    server.answerNext({ body: { bars: {}, next_page_token: 'AAAA' } }, 3);

    await expect(fetch()).rejects.toMatchObject({
      kind: 'malformed',
      message: 'alpaca: a page names itself as the next one',
    });
  });

  it.each([
    [{ t: 'noon', o: 1 }, 'NaN is no unix time of a session'],
    [{ o: 1 }, 'alpaca: bar.t is no text'],
    [5, 'alpaca: bar is no object'],
  ])('is malformed with a bar of %j', async (bar, message) => {
    server.answerNext({ body: { bars: { AAPL: [bar] }, next_page_token: null } });

    await expect(fetch()).rejects.toMatchObject({ kind: 'malformed', message });
  });

  it('adds up what was paid on one date', async () => {
    const { AAPL } = server.market.stocks;
    const dividends = [...AAPL.dividends!, { exDate: '2020-08-07', amount: '4.00' }];
    server.market.stocks = { AAPL: { ...AAPL, dividends } };

    expect((await fetch()).dividends).toContainEqual({ exDate: '2020-08-07', amount: '1.205' });
  });

  it('does not adjust for a split that is announced', async () => {
    const { AAPL } = server.market.stocks;
    const announced = { exDate: '2024-02-05', numerator: '10', denominator: '1' };
    server.market.stocks = { AAPL: { ...AAPL, splits: [...AAPL.splits!, announced] } };

    expect((await fetch()).dividends.at(-1)).toEqual({ exDate: '2020-11-06', amount: '0.205' });
  });

  it('requests nothing that is younger than a subscription allows', async () => {
    expect((await fetch({ feed: 'sip' }, { from: '2020-01-01', to: '2024-01-10' })).candles).toHaveLength(4);
  });

  it.each([
    [401, { message: 'unauthorized.' }, 'alpaca: the keys are refused: it answered 401: unauthorized.'],
    [
      403,
      { message: 'subscription does not permit querying recent SIP data' },
      'alpaca: it answered 403: subscription does not permit querying recent SIP data',
    ],
    [400, { message: 'invalid symbol: AAPL' }, 'alpaca: it answered 400: invalid symbol: AAPL'],
  ])('does not become better by requesting again after %d', async (status, body, message) => {
    server.answerNext({ status, body });

    await expect(fetch()).rejects.toMatchObject({ kind: 'unsupported', message });
  });

  it('refuses keys that are not right', async () => {
    await expect(fetch({ secretKey: 'another' })).rejects.toMatchObject({
      kind: 'unsupported',
      message: 'alpaca: the keys are refused: it answered 401: unauthorized.',
    });
  });
});
