import { type RunningApi, startApi } from './support/running-api';

const HEADLINES = '/api/v1/analysis/headlines';
const SENTIMENT = '/api/v1/analysis/sentiment';
const HOUR = 3_600_000;
const hoursAgo = (hours: number, now = Date.now()) => new Date(now - hours * HOUR).toISOString();

interface Headline {
  readonly title?: unknown;
  readonly published_at?: unknown;
  readonly [field: string]: unknown;
}

describe('the sentiment of a symbol', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(() => api.database.query('truncate headlines'));
  afterAll(() => api.stop());

  const post = (...headlines: Headline[]) =>
    api.post(HEADLINES, { headlines: headlines.map((one) => ({ published_at: hoursAgo(1), ...one })) });
  const sentiment = async (symbol: string, asOf?: string) => {
    const query = new URLSearchParams({ symbol, ...(asOf && { as_of: asOf }) });
    const answer = await api.get(`${SENTIMENT}?${query.toString()}`);
    expect(answer.status).toBe(200);
    return answer.body as Record<string, unknown> & { sentiment_score: number };
  };
  const titlesOf = async (query = '') => {
    const { status, body } = await api.get(HEADLINES + query);
    expect(status).toBe(200);
    return (body as { items: { title: string }[] }).items.map(({ title }) => title);
  };

  it('is 0 and neutral without headlines, with the fields of the specification and no others', async () => {
    const body = await sentiment('BTC/USDT');
    expect(body).toEqual({
      symbol: 'BTC/USDT',
      sentiment_score: 0,
      signal: 'neutral',
      headline_count: 0,
      sample_headlines: [],
      computed_at: expect.stringMatching(/Z$/),
    });
  });

  it.each([
    ['BTC/USDT', 'Bitcoin surges to record high as ETF inflows grow', 'bullish'],
    ['BTC-USD', 'Bitcoin plunges 20% as exchange hack rattles markets', 'bearish'],
    ['AAPL', 'Apple beats earnings estimates, raises guidance', 'bullish'],
    ['TSLA', 'Tesla misses revenue estimates, shares fall', 'bearish'],
    ['ETH/USDT:USDT', 'Ethereum developers meet on Thursday', 'neutral'],
  ])('of %s after "%s" is %s', async (symbol, title, signal) => {
    await post({ title }, { title: 'A headline about the weather that is great' });
    const body = await sentiment(symbol);
    expect(body).toMatchObject({ signal, headline_count: 1, sample_headlines: [title] });
    expect(Math.sign(body.sentiment_score)).toBe({ bullish: 1, bearish: -1 }[signal] ?? 0);
  });

  it('weighs a headline by half after a day', async () => {
    // VADER's README gives .4404 to the first and -.5461 to the second; neither has a word of ours.
    const [good, bad] = ['The book was good.', 'Today SUX!'];
    const now = Date.parse('2024-03-11T12:00:00Z');
    await post(
      { title: good, published_at: hoursAgo(24, now), symbols: ['X'] },
      { title: bad, published_at: hoursAgo(0, now), symbols: ['X'] },
    );
    const { sentiment_score } = await sentiment('X', '2024-03-11T12:00:00Z');
    expect(sentiment_score).toBeCloseTo((0.5 * 0.4404 - 0.5461) / 1.5, 3);
  });

  it('reads the 72 hours up to as_of, and nothing that came later', async () => {
    const asOf = Date.parse('2024-03-11T12:00:00Z');
    for (const hours of [-0.01, 0, 71.9, 72.1]) {
      await post({ title: `Bitcoin ${hours}`, published_at: hoursAgo(hours, asOf) });
    }
    const body = await sentiment('BTC', '2024-03-11T12:00:00Z');
    expect(body).toMatchObject({ headline_count: 2 });
    expect(body.sample_headlines).toEqual(expect.arrayContaining(['Bitcoin 0', 'Bitcoin 71.9']));
    expect(await sentiment('BTC')).toMatchObject({ headline_count: 0 });
  });

  it('counts a story once, and a symbol that the client named', async () => {
    await post(
      { title: 'Fed holds rates steady - Reuters', symbols: ['EUR/USD', 'ES'] },
      { title: 'Fed holds rates steady | CNBC', symbols: ['EUR/USD'] },
    );
    expect(await sentiment('EUR/USD')).toMatchObject({ headline_count: 1 });
    expect(await sentiment('ES')).toMatchObject({ headline_count: 1 });
    expect(await sentiment('es')).toMatchObject({ headline_count: 0 });
  });

  it('changes with a headline that comes in', async () => {
    expect(await sentiment('BTC')).toMatchObject({ headline_count: 0 });
    await post({ title: 'Bitcoin surges' });
    expect(await sentiment('BTC')).toMatchObject({ signal: 'bullish' });
  });

  it.each([
    '.*',
    '(',
    '\\',
    '[a-z]+',
    "'; drop table headlines; --",
    '%',
    '_',
    '💥',
    '漢',
    ' ',
    '/',
    '$',
    '^',
    'A'.repeat(128),
  ])('is neutral for the odd symbol %j', async (symbol) => {
    await post({ title: 'Markets surge; nothing else' });
    expect(await sentiment(symbol)).toMatchObject({ symbol, headline_count: 0 });
    expect(await titlesOf(`?symbol=${encodeURIComponent(symbol)}`)).toEqual([]);
  });

  it.each([
    ['', 'symbol'],
    ['?symbol=', 'symbol'],
    ['?symbol=%00', 'symbol'],
    [`?symbol=${'A'.repeat(129)}`, 'symbol'],
    ['?symbol=BTC&as_of=yesterday', 'as_of'],
    ['?symbol=BTC&as_of=', 'as_of'],
  ])('is refused for "%s"', async (query, field) => {
    const { status, body } = await api.get(SENTIMENT + query);
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field })]]);
  });

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '1969-12-31T00:00:00Z'])(
    'stands at %s',
    async (asOf) => {
      await post({ title: 'Bitcoin 1' });
      expect(await sentiment('BTC', asOf)).toMatchObject({ headline_count: 0 });
    },
  );

  it('leaves the event loop to others while it reads five thousand headlines', async () => {
    await api.database.query(
      `insert into headlines (fingerprint, source, title, summary, published_at)
       select number::text, 's', 'Bitcoin ' || md5(number::text) || ' ' || md5((number * 7)::text) || ' surges',
         repeat('Traders fear losses but hope for gains as markets rally. ', 10), now() - number * interval '30 seconds'
       from generate_series(1, 6000) number`,
    );
    const reading = { isOver: false };
    const answer = sentiment('BTC').finally(() => (reading.isOver = true));
    let answeredMeanwhile = 0;
    while (!reading.isOver) {
      await api.anonymous().get('/health');
      answeredMeanwhile++;
    }
    expect(await answer).toMatchObject({ headline_count: 5_000, signal: 'bullish' });
    expect(answeredMeanwhile).toBeGreaterThan(5);
  });

  describe('the headlines it comes from', () => {
    it('are stored once each', async () => {
      const linked = { title: 'Bitcoin rises', link: 'https://news.example/1' };
      const bare = { title: 'Bitcoin falls', published_at: '2024-01-01T00:00:00Z' };
      const first = await post(linked, bare, { ...linked, title: 'The same, told anew' });
      expect([first.status, first.body]).toEqual([200, { received: 3, inserted: 2, duplicates: 1 }]);
      const second = await post(linked, bare, { ...bare, source: 'other' });
      expect(second.body).toEqual({ received: 3, inserted: 1, duplicates: 2 });
      const both = await Promise.all([post({ title: 'At once' }), post({ title: 'At once' })]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
    });

    it('come newest first, in pages, as they were stored', async () => {
      await post(
        {
          title: 'Older',
          published_at: '2024-01-01T00:00:00+02:00',
          source: 'desk',
          symbols: ['B', 'A', 'B'],
        },
        {
          title: 'Newer',
          published_at: '2024-01-02T00:00:00Z',
          summary: 'Of it\nmore',
          link: 'https://a.example/x',
        },
        { title: 'Newest', published_at: '2024-01-03T00:00:00Z', link: null, summary: ' ', symbols: null },
      );
      const { body } = await api.get(`${HEADLINES}?size=2&page=2`);
      expect(body).toEqual({
        items: [
          {
            id: expect.any(Number),
            title: 'Older',
            link: null,
            summary: null,
            source: 'desk',
            symbols: ['B', 'A'],
            published_at: '2023-12-31T22:00:00Z',
            fetched_at: expect.stringMatching(/Z$/),
          },
        ],
        total: 3,
        page: 2,
        size: 2,
      });
      expect(await titlesOf()).toEqual(['Newest', 'Newer', 'Older']);
    });

    it('can be those of a symbol alone', async () => {
      await post({ title: 'Bitcoin rises' }, { title: 'Apple falls' }, { title: 'Rates', symbols: ['BTC'] });
      await post({ title: 'Bitcoin long ago', published_at: hoursAgo(73) });
      expect((await titlesOf('?symbol=BTC')).sort()).toEqual(['Bitcoin rises', 'Rates']);
      const { body } = await api.get(`${HEADLINES}?symbol=BTC&page=2&size=1`);
      expect(body).toMatchObject({ total: 2, page: 2, size: 1, items: [expect.anything()] });
    });

    it('are cut when they are too long, and no pair of surrogates is halved', async () => {
      await post({ title: `  Bitcoin ${'x'.repeat(100_000)}`, summary: '💥'.repeat(6_000) });
      const [stored] = (await api.get(HEADLINES)).body.items as { title: string; summary: string }[];
      expect(stored.title).toBe(`Bitcoin ${'x'.repeat(492)}`);
      expect(stored.summary).toBe('💥'.repeat(5_000));
    });

    it.each<[string, Headline, string]>([
      ['without a title', { title: undefined }, 'headlines.1.title'],
      ['with a blank title', { title: ' \n ' }, 'headlines.1.title'],
      ['with a NUL', { title: 'a\u0000b' }, 'headlines.1.title'],
      ['with half a surrogate pair', { title: '\ud800' }, 'headlines.1.title'],
      ['with a title of another type', { title: 5 }, 'headlines.1.title'],
      ['without a time', { published_at: undefined }, 'headlines.1.published_at'],
      ['with no real time', { published_at: '2024-02-30T00:00:00Z' }, 'headlines.1.published_at'],
      ['of the future', { published_at: hoursAgo(-25) }, 'headlines.1.published_at'],
      ['with a script for a link', { link: 'javascript:alert(1)' }, 'headlines.1.link'],
      ['with a NUL in its summary', { summary: '\u0000' }, 'headlines.1.summary'],
      ['with a symbol that is none', { symbols: ['BTC', ''] }, 'headlines.1.symbols'],
      ['with symbols that are no list', { symbols: 'BTC' }, 'headlines.1.symbols'],
      ['with an unknown field', { titel: 'x' }, 'headlines.1.titel'],
    ])('are refused, and nothing is stored, with one %s', async (_, wrong, field) => {
      const { status, body } = await post({ title: 'Good' }, { title: 'Bitcoin', ...wrong });
      expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field })]]);
      expect(body.detail).toContain(field);
      expect(await titlesOf()).toEqual([]);
    });

    it.each([
      [{}],
      [{ headlines: [] }],
      [{ headlines: 'x' }],
      [{ headlines: null }],
      [{ headlines: [null] }],
      [{ headlines: ['x'] }],
      [{ headlines: [[]] }],
      [{ headlines: { length: 1 } }],
      [
        {
          headlines: Array.from({ length: 1_001 }, () => ({
            title: 'x',
            published_at: '2024-01-01T00:00:00Z',
          })),
        },
      ],
    ])('are refused as %j', async (body) => {
      const answer = await api.post(HEADLINES, body);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toContain('headlines');
    });

    it('may be a thousand at once', async () => {
      const answer = await post(
        ...Array.from({ length: 1_000 }, (_, index) => ({ title: `Headline ${index}` })),
      );
      expect(answer.body).toEqual({ received: 1_000, inserted: 1_000, duplicates: 0 });
    });

    it('are asked for in a job', async () => {
      const { status, body } = await api.post(`${HEADLINES}/fetch`, {});
      expect([status, body]).toEqual([
        202,
        { job_id: expect.stringMatching(/^headline-fetch-\d+$/), status: 'queued' },
      ]);
    });

    it('want a token', async () => {
      for (const path of [HEADLINES, `${SENTIMENT}?symbol=BTC`]) {
        expect((await api.anonymous().get(path)).status).toBe(401);
      }
      expect((await api.anonymous().post(`${HEADLINES}/fetch`)).status).toBe(401);
      expect((await api.get(`${HEADLINES}/fetch`)).status).toBe(405);
    });
  });
});
