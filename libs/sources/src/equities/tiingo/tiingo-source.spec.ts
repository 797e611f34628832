import { FakeEquityServer } from '../../../../../test/fake-equities/fake-equity-server';
import { appleMarket } from '../equity-source.contract';
import { type EquitySettings, openEquitySource } from '../open-equity-source';

describe("Tiingo's end-of-day prices", () => {
  let server: FakeEquityServer;
  beforeEach(async () => {
    server = await FakeEquityServer.start('tiingo', appleMarket());
  });
  afterEach(() => server.stop());

  const fetch = (changes: Partial<EquitySettings> = {}, from = '2014-01-01') =>
    openEquitySource({ ...server.settings, ...changes } as EquitySettings).fetchDaily(
      'AAPL',
      { from, to: '2014-06-06' },
      new AbortController().signal,
    );

  it('are requested up to today, in parts of twenty years', async () => {
    expect((await fetch({}, '1980-01-01')).candles).toHaveLength(2);
    const spans = server.requests.map((path) => new URL(path, server.endpoint).searchParams);
    expect(spans.map((span) => [span.get('startDate'), span.get('endDate')])).toEqual([
      ['1980-01-01', '1999-12-27'],
      ['1999-12-28', '2019-12-23'],
      ['2019-12-24', '2024-01-10'],
    ]);
  });

  it.each([
    [200, { detail: 'Error: You have run over your hourly request allocation.' }],
    [429, { detail: 'Error: You have run over your 500 symbol look up for this month.' }],
    [400, 'Error: You have run over your daily request allocation.'],
  ])('are rate limited by an allocation that is used up, reported with %d', async (status, body) => {
    server.answerNext({ status, body });

    await expect(fetch()).rejects.toMatchObject({
      kind: 'rate limited',
      message: expect.stringContaining('You have run over'),
    });
  });

  it('refuse a token that is not right', async () => {
    await expect(fetch({ token: 'another' })).rejects.toMatchObject({
      kind: 'unsupported',
      message: 'tiingo: the token is refused: it answered 401: Invalid token.',
    });
  });

  it('leave a number that is none for those to see who check candles, and stay exact beside it', async () => {
    const day = {
      date: '2014-06-06T00:00:00.000Z',
      open: null,
      high: -1,
      low: 'low',
      close: 649.9,
      volume: 0,
    };
    server.answerNext({ body: [{ ...day, divCash: 0, splitFactor: 1 }] });

    expect((await fetch()).candles).toEqual([
      { openTime: Date.UTC(2014, 5, 6), open: '', high: '-1', low: 'low', close: '649.9', volume: '0' },
    ]);
  });

  it.each([
    [{ date: 'yesterday' }, 'tiingo: day.date is no date'],
    [{ splitFactor: 0 }, 'tiingo: splitFactor of 2014-06-06 is no number above 0'],
  ])('are malformed with %j', async (change, message) => {
    server.answerNext({ body: [{ date: '2014-06-06T00:00:00.000Z', close: 1, splitFactor: 1, ...change }] });

    await expect(fetch()).rejects.toMatchObject({ kind: 'malformed', message });
  });
});
