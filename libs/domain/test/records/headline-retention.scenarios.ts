import { HeadlineFeeds } from '#domain/headlines/headline-feeds';
import { HeadlineRetention } from '#domain/headlines/headline-retention';
import { Headlines } from '#domain/headlines/headlines';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { readEnvironment } from '#platform/config/environment';
import { openStorage, type Storage } from '../support/storage';

const staying = new AbortController().signal;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MILLISECONDS);

describe('the retention of headlines', () => {
  let storage: Storage;
  let headlines: Headlines;
  beforeAll(async () => {
    storage = await openStorage();
    headlines = new Headlines(storage.dataSource);
  });
  beforeEach(() => storage.pool.query('truncate headlines, headline_feeds'));
  afterAll(() => storage.close());

  const retention = (days: string) =>
    new HeadlineRetention(storage.dataSource, readEnvironment({ HEADLINE_DAYS: days }));
  const insert = (title: string, publishedAt: Date) =>
    headlines.insert([{ title, publishedAt, source: 's', link: null, summary: null, symbols: [] }]);
  const stored = async () => {
    const { items, total } = await headlines.newest({ offset: 0, limit: 10 });
    return { total, titles: items.map(({ title }) => title) };
  };

  it('deletes those that are older than they are kept, in more than one batch, and counts right', async () => {
    await storage.pool.query(
      `insert into headlines (fingerprint, source, title, published_at)
       select number::text, 's', 'Old ' || number, now() - interval '31 days' - number * interval '1 second'
       from generate_series(1, 12000) number`,
    );
    await insert('Just kept', daysAgo(29.99));
    await insert('Fresh', daysAgo(0));
    await retention('30').deleteOld(staying);
    expect(await stored()).toEqual({ total: 2, titles: ['Fresh', 'Just kept'] });
  });

  it('keeps all for ever by default', async () => {
    await insert('Very old', new Date('1999-12-31T00:00:00Z'));
    await retention('').deleteOld(staying);
    expect(await stored()).toEqual({ total: 1, titles: ['Very old'] });
  });

  it('knows what is not worth storing', () => {
    expect(retention('30').keeps(daysAgo(30.01))).toBe(false);
    expect(retention('30').keeps(daysAgo(29.99))).toBe(true);
    expect(retention('30').keeps(null)).toBe(true);
    expect(retention('').keeps(new Date(0))).toBe(true);
  });

  it('forgets feeds that are no longer requested, and no others', async () => {
    await storage.pool.query(
      `insert into headline_feeds (url, asked_at, succeeded_at) values
         ('removed', now() - interval '31 days', null), ('removed, once good', now() - interval '31 days', now() - interval '40 days'),
         ('rare', now() - interval '29 days', null), ('given back', null, now() - interval '1 day'), ('never requested', null, null)`,
    );
    await retention('').deleteOld(staying);
    const { rows } = await storage.pool.query<{ url: string }>('select url from headline_feeds order by url');
    expect(rows.map(({ url }) => url)).toEqual(['given back', 'never requested', 'rare']);
    expect(await new HeadlineFeeds(storage.dataSource).find('removed')).toBeNull();
  });
});
