import { HeadlineFeeds } from '#domain/headlines/headline-feeds';
import { type HeadlineToStore, Headlines } from '#domain/headlines/headlines';
import { SymbolHeadlines } from '#domain/headlines/symbol-headlines';
import { SymbolSentiment } from '#domain/headlines/symbol-sentiment';
import type { NamesBySymbol } from '#engine/sentiment/symbol-names';
import { openStorage, type Storage } from '../support/storage';

const NOW = new Date('2024-03-11T12:00:00Z');
const FEED = 'https://news.example/rss';

describe('stored headlines', () => {
  let storage: Storage;
  let headlines: Headlines;
  let feeds: HeadlineFeeds;
  beforeAll(async () => {
    storage = await openStorage();
    headlines = new Headlines(storage.dataSource);
    feeds = new HeadlineFeeds(storage.dataSource);
  });
  beforeEach(() => storage.pool.query('truncate headlines, headline_feeds'));
  afterAll(() => storage.close());

  const headline = (title: string, fields: Partial<HeadlineToStore> = {}): HeadlineToStore => ({
    title,
    source: 'news.example',
    link: null,
    summary: null,
    publishedAt: NOW,
    symbols: [],
    ...fields,
  });

  it('are scored once each, by whichever scorer is plugged in', async () => {
    const requested: string[] = [];
    const scorer = {
      score: (texts: readonly string[]) => {
        requested.push(...texts);
        return Promise.resolve(texts.map((text) => (text.endsWith('up') ? 1 : -0.5)));
      },
    };
    const sentiment = new SymbolSentiment(new SymbolHeadlines(headlines, {}), scorer);
    await headlines.insert([headline('Bitcoin up'), headline('Ethereum up')]);
    expect(await sentiment.read('BTC', NOW)).toMatchObject({ score: 1, count: 1 });
    await headlines.insert([headline('Bitcoin down', { summary: 'Much goes up' })]);
    // By hand: the second is 0.7 * -0.5 + 0.3 * 1 = -0.05, as new as the first.
    expect(await sentiment.read('BTC', NOW)).toMatchObject({ score: 0.475, count: 2 });
    expect(requested.filter((text) => text !== '').sort()).toEqual([
      'Bitcoin down',
      'Bitcoin up',
      'Much goes up',
    ]);
  });

  it('are read without what no list shows', async () => {
    await headlines.insert([headline('Bitcoin up')]);
    const { items } = await headlines.newest({ offset: 0, limit: 10 });
    const found = await headlines.between({ from: NOW, to: NOW }, { limit: 10 });
    for (const read of [items, found]) {
      expect(read).toMatchObject([{ title: 'Bitcoin up', fetchedAt: expect.any(Date) as Date, symbols: [] }]);
      expect(read[0]).not.toHaveProperty('fingerprint');
    }
  });

  it("are found by words of one's own for a symbol, which replace those that are known", async () => {
    await headlines.insert([
      headline('Digital gold shines'),
      headline('Bitcoin rises'),
      headline('BTC falls'),
    ]);
    const titlesWith = async (ownWords: NamesBySymbol) =>
      (await new SymbolHeadlines(headlines, ownWords).find('BTC/USDT', NOW)).map(({ title }) => title).sort();
    expect(await titlesWith({})).toEqual(['BTC falls', 'Bitcoin rises']);
    expect(await titlesWith({ BTC: ['digital gold'] })).toEqual(['BTC falls', 'Digital gold shines']);
  });

  it('are read whole, across pages, when many came at the same moment or without a time', async () => {
    const many = Array.from({ length: 700 }, (_, index) => headline(`Bitcoin ${index}`));
    await headlines.insert(many);
    for (const part of [0, 1, 2]) {
      const undated = Array.from({ length: 300 }, (_, index) => {
        return headline(`Bitcoin undated ${part} ${index}`, { publishedAt: null });
      });
      await headlines.insert(undated);
    }
    const reader = new SymbolHeadlines(headlines, {});
    expect(new Set((await reader.find('BTC', NOW)).map(({ id }) => id)).size).toBe(700);
    const undated = await reader.find('BTC', new Date(Date.now() + 1_000));
    expect(new Set(undated.map(({ id }) => id)).size).toBe(900);
  });

  it('use up no numbers when they come again, and are stored once when they come at once', async () => {
    const given = [headline('One'), headline('Two', { publishedAt: null })];
    expect(await headlines.insert(given)).toBe(2);
    for (let again = 0; again < 5; again++) expect(await headlines.insert(given)).toBe(0);
    const inserted = await Promise.all(
      Array.from({ length: 8 }, () => headlines.insert([headline('Three'), headline('Four')])),
    );
    expect(inserted.reduce((sum, count) => sum + count, 0)).toBe(2);
    await headlines.insert([headline('Five')]);
    const { items, total } = await headlines.newest({ offset: 0, limit: 10 });
    expect([items.length, total]).toEqual([5, 5]);
  });

  it('name every symbol whose feed published them, each once, however many publish at once and in whatever order', async () => {
    const published = Array.from({ length: 50 }, (_, index) => headline(`Rates ${index}`));
    const tickers = ['A', 'B', 'C', 'D', 'A'];
    await Promise.all(
      tickers.map(async (ticker, index) => {
        const given = (index % 2 ? published : published.toReversed()).map((one) => ({
          ...one,
          symbols: [ticker],
        }));
        await headlines.insert(given);
        await headlines.addSymbols(given, [ticker]);
      }),
    );
    const { rows } = await storage.pool.query<{ symbols: string[] }>('select symbols from headlines');
    expect(rows.map(({ symbols }) => [...symbols].sort().join(' '))).toEqual(published.map(() => 'A B C D'));
  });

  it('come from feeds that rest between two requests', async () => {
    const { manager } = storage.dataSource;
    await feeds.track(manager, [FEED]);
    await feeds.track(manager, [FEED]);
    expect(await feeds.find(FEED)).toMatchObject({ feed: { attempts: 0, etag: null }, restSeconds: 0 });
    await feeds.fail(manager, FEED, 'unreachable: it answered 503');
    const rest = (await feeds.find(FEED))!.restSeconds;
    expect(rest).toBeGreaterThan(9 * 60);
    expect(rest).toBeLessThanOrEqual(9.5 * 60);
    await storage.pool.query(`update headline_feeds set asked_at = now() - interval '9 minutes 35 seconds'`);
    expect(await feeds.find(FEED)).toMatchObject({ feed: { attempts: 1 }, restSeconds: 0 });
    await feeds.succeed(manager, FEED, { etag: '"v1"', lastModified: null });
    expect(await feeds.find(FEED)).toMatchObject({ feed: { attempts: 0, etag: '"v1"', lastError: null } });
    expect(await feeds.find('https://other.example/')).toBeNull();
  });
});
