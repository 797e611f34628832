import { type Headline, HEADLINES, hoursAgo, postHeadlines } from '../support/headlines';
import { type RunningApi, startApi } from '../support/running-api';
import { inShort } from '../support/in-short';

describe('headlines', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(() => api.database.query('truncate headlines'));
  afterAll(() => api.stop());

  const post = (...headlines: Headline[]) => postHeadlines(api, headlines);
  const titlesOf = async (query = '') => {
    const { status, body } = await api.get(HEADLINES + query);
    expect(status).toBe(200);
    return (body as { items: { title: string }[] }).items.map(({ title }) => title);
  };

  it('are stored once each', async () => {
    const linked = { title: 'Bitcoin rises', link: 'https://news.example/1' };
    const bare = { title: 'Bitcoin falls', published_at: '2024-01-01T00:00:00Z' };
    const first = await post(linked, bare, { ...linked, title: 'The same, reported again' });
    expect([first.status, first.body]).toEqual([200, { received: 3, inserted: 2, unchanged: 1 }]);
    const second = await post(linked, bare, { ...bare, source: 'other' });
    expect(second.body).toEqual({ received: 3, inserted: 1, unchanged: 2 });
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

  it('are read, in part or whole, though each of a batch is a hundred kilobytes long', async () => {
    const long = (index: number) => ({ title: `${index} ${'(<&%s'.repeat(20_000)}`, symbols: ['LONG'] });
    const { status, body } = await post(...Array.from({ length: 10 }, (_, index) => long(index)));
    expect([status, body]).toEqual([200, { received: 10, inserted: 10, unchanged: 0 }]);
    expect((await titlesOf('?symbol=LONG')).map((title) => title.length)).toEqual(Array(10).fill(500));
    const { status: read, body: sentiment } = await api.get('/api/v1/analysis/sentiment?symbol=LONG');
    expect([read, sentiment]).toEqual([200, expect.objectContaining({ signal: 'neutral' })]);
  });

  it.each<[string, Headline, string]>([
    ['with a bell', { title: 'a\u0007b' }, 'headlines.1.title'],
    ['with an escape in a symbol', { symbols: ['\u001b[31m'] }, 'headlines.1.symbols'],
    ['with a symbol that is too long', { symbols: ['A'.repeat(129)] }, 'headlines.1.symbols'],
    ['with a line break in its source', { source: 'a\nb' }, 'headlines.1.source'],
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
    expect(body.code).toBe(
      Object.values(wrong).includes(undefined) ? 'MISSING_PARAMETER' : 'INVALID_PARAMETER',
    );
    expect(await titlesOf()).toEqual([]);
  });

  it.each(
    inShort([
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
    ]),
  )('are refused as %s', async (_name, body) => {
    const answer = await api.post(HEADLINES, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain('headlines');
  });

  it('may be a thousand at once', async () => {
    const answer = await post(
      ...Array.from({ length: 1_000 }, (_, index) => ({ title: `Headline ${index}` })),
    );
    expect(answer.body).toEqual({ received: 1_000, inserted: 1_000, unchanged: 0 });
  });

  it('are requested in a job', async () => {
    const { status, body } = await api.post(`${HEADLINES}/fetch`, {});
    expect([status, body]).toEqual([202, { job_id: expect.any(Number), status: 'pending' }]);
  });

  it('want a token', async () => {
    expect((await api.anonymous().get(HEADLINES)).status).toBe(401);
    expect((await api.anonymous().post(`${HEADLINES}/fetch`)).status).toBe(401);
    expect((await api.get(`${HEADLINES}/fetch`)).status).toBe(405);
  });
});
