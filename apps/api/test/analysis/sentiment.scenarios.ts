import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Headline, HEADLINES, hoursAgo, postHeadlines } from '../support/headlines';
import { pathOf } from '../support/path-of';
import { type RunningApi, startApi } from '../support/running-api';

const SENTIMENT = '/api/v1/analysis/sentiment';

describe('the sentiment of a symbol', () => {
  let api: RunningApi;
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'candelabra-words-'));
    const file = join(directory, 'words.json');
    writeFileSync(file, '{"ZZZQ": ["sleepy coin"]}');
    api = await startApi(() => ({ SYMBOL_WORDS_FILE: file }));
  });
  beforeEach(() => api.database.query('truncate headlines'));
  afterAll(async () => {
    await api.stop();
    rmSync(directory, { recursive: true });
  });

  const post = (...headlines: Headline[]) => postHeadlines(api, headlines);
  const sentiment = async (symbol: string, asOf?: string) => {
    const answer = await api.get(pathOf(SENTIMENT, { symbol, ...(asOf && { as_of: asOf }) }));
    expect(answer.status).toBe(200);
    return answer.body as Record<string, unknown> & { sentiment_score: number };
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
    ['ZZZQ/USDT', 'Sleepy Coin surges to record high', 'bullish'],
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

  it('has the part of each headline, the largest first, which add up to the score', async () => {
    // Scores as VADER's README gives them, weights 1 and a half.
    const now = Date.parse('2024-03-11T12:00:00Z');
    await post(
      { title: 'The book was good.', published_at: hoursAgo(24, now), symbols: ['X'], source: 'desk' },
      { title: 'Today SUX!', published_at: hoursAgo(0, now), symbols: ['X'], link: 'https://example.com/a' },
    );
    const answer = await api.get(
      pathOf(`${SENTIMENT}/details`, { symbol: 'X', as_of: '2024-03-11T12:00:00Z' }),
    );
    const { headlines, ...rest } = answer.body as Record<string, unknown> & {
      headlines: Record<string, number>[];
    };
    const plain = await sentiment('X', '2024-03-11T12:00:00Z');
    const computed = expect.stringMatching(/Z$/) as string;
    expect(rest).toEqual({ ...plain, as_of: '2024-03-11T12:00:00Z', computed_at: computed });
    expect(headlines).toEqual([
      {
        id: expect.any(Number),
        title: 'Today SUX!',
        link: 'https://example.com/a',
        source: 'api',
        published_at: '2024-03-11T12:00:00Z',
        score: expect.closeTo(-0.5461, 3),
        weight: expect.closeTo(2 / 3, 9),
        contribution: expect.closeTo(-0.5461 / 1.5, 3),
      },
      expect.objectContaining({ source: 'desk', link: null, score: expect.closeTo(0.4404, 3) }),
    ]);
    const sum = headlines.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(plain.sentiment_score, 4);
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
    const { body } = await api.get(`${HEADLINES}?symbol=${encodeURIComponent(symbol)}`);
    expect(body).toMatchObject({ items: [], total: 0 });
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
    'is neutral, of no headlines, at %s',
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

  it('wants a token', async () => {
    expect((await api.anonymous().get(`${SENTIMENT}?symbol=BTC`)).status).toBe(401);
  });
});
