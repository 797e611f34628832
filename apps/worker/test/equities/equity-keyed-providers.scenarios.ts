import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { EquityMarket, TradedDay } from '../../../../test/fake-equities/equity-market';
import { FakeEquityServer } from '../../../../test/fake-equities/fake-equity-server';
import { dateOf, rangeOf, sessionCandles } from '../support/equity-files';
import { describeEquityFaults } from '../support/equity-faults';
import { EquityIngests } from '../support/equity-ingests';
import type { JobStage } from '../support/job-stage';
import { sharedStage } from '../support/shared-stage';

/** How each is given its keys, which the fake server of its name checks. */
const PROVIDERS = [
  {
    provider: 'alpaca',
    keys: { ALPACA_KEY_ID: 'PKFAKEFAKEFAKE', ALPACA_SECRET_KEY: 'fake-secret-of-alpaca' },
    unknown: 'alpaca: no NONE: there never was a bar of it',
  },
  {
    provider: 'tiingo',
    keys: { TIINGO_TOKEN: 'fake-token-of-tiingo' },
    unknown: 'tiingo: no NONE: Not found.',
  },
] as const;

describe.each(PROVIDERS)('an equity ingest from $provider', ({ provider, keys, unknown }) => {
  let stage: JobStage;
  let ingests: EquityIngests;
  let server: FakeEquityServer;
  const market: EquityMarket = { stocks: {}, now: Date.now() };

  beforeAll(async () => {
    server = await FakeEquityServer.start(provider, market);
    stage = await sharedStage();
    ingests = new EquityIngests(stage);
    await stage.startWorker({ EQUITY_PROVIDER: provider, EQUITY_ENDPOINT: server.endpoint, ...keys });
  });
  afterAll(() => server.stop());

  // Each test has symbols of its own, so that they do not see each other's candles.

  const before = sessionCandles({ from: 800, to: 4 });
  const after = sessionCandles({ from: 800, to: 4 }, { ratio: 4 });
  const range = rangeOf(before);
  const traded = ({ openTime, ...prices }: CandleToWrite): TradedDay => ({
    ...prices,
    date: openTime.toISOString().slice(0, 10),
  });
  /** Providers write numbers of JSON, without zeros at the end. */
  const asNumbers = (candles: readonly CandleToWrite[]) =>
    candles.map(({ openTime, open, high, low, close, volume }) => [
      openTime.getTime(),
      ...[open, high, low, close, volume].map(Number),
    ]);

  it('stores its history once, and again as it is after a split', async () => {
    market.stocks = { SPLIT: { days: before.map(traded) } };
    expect(await ingests.ingest(['SPLIT'], range)).toMatchObject({
      status: 'completed',
      error: null,
      symbols: [{ inserted: before.length, missing: 0, refused: 0, error: null }],
    });
    expect(asNumbers(await ingests.stored('SPLIT'))).toEqual(asNumbers(before));
    expect(await ingests.ingest(['SPLIT'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ requested: 0, inserted: 0 }],
    });

    const first = after.length - 3;
    const exDate = dateOf(after[first]);
    const paidOn = dateOf(after[100]);
    const splits = [{ exDate, numerator: '4', denominator: '1' }];
    const dividends = [{ exDate: paidOn, amount: '2' }];
    const days = [...before.slice(0, first), ...after.slice(first)].map(traded);
    market.stocks = { SPLIT: { days, splits, dividends } };
    expect(await ingests.ingest(['SPLIT'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 0, updated: before.length }],
    });
    expect(asNumbers(await ingests.stored('SPLIT'))).toEqual(asNumbers(after));
    expect(await ingests.actions('SPLIT')).toMatchObject({
      splits: [{ ex_date: exDate, numerator: '4', denominator: '1' }],
      dividends: [{ ex_date: paidOn, amount: '0.5' }],
    });
  });

  describeEquityFaults({
    provider,
    ingests: () => ingests,
    show: (stocks) => {
      market.stocks = stocks;
    },
  });

  it('waits where the provider limits its rate', async () => {
    market.stocks = { SLOW: { days: before.map(traded) } };
    server.answerNext('too many requests');
    const requested = server.requests.length;
    expect(await ingests.ingest(['SLOW'], range)).toMatchObject({
      status: 'completed',
      error: null,
      symbols: [{ inserted: before.length }],
    });
    // The same once more; but for Alpaca's end, which follows the clock.
    const [refused, again] = server.requests.slice(requested).map((path) => path.replace(/&end=.*$/, ''));
    expect(again).toBe(refused);
  });

  it('fails the symbol that gets a page, and the one that is unknown, and stores the others', async () => {
    market.stocks = { GOOD: { days: before.map(traded) }, A_PAGE: { days: before.map(traded) } };
    server.answerNext('html');
    const { status, symbols } = await ingests.ingest(['A_PAGE', 'GOOD', 'NONE'], range);
    expect(status).toBe('failed');
    const nothing = { status: 'failed', inserted: 0, missing: before.length };
    expect(symbols).toMatchObject([
      {
        ...nothing,
        error: expect.stringContaining(`${provider}: what it answered is no JSON`) as string,
      },
      { status: 'completed', inserted: before.length, missing: 0 },
      { ...nothing, error: unknown },
    ]);
  });

  it('says that its keys are refused, and not what they are', async () => {
    const secrets = Object.values(keys);
    server.answerNext({ status: 401, body: { message: secrets.join(), detail: secrets.join() } });
    const { error } = await ingests.ingest(['KEYS'], range);
    expect(error).toMatch(/refused: it answered 401/);
    for (const secret of secrets) expect(error).not.toContain(secret);
  });
});
