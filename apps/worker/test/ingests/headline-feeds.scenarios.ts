import { gzipSync } from 'node:zlib';
import { rssOf } from '../../../../test/feed-server';
import { headline, HeadlinePolls } from '../support/headline-polls';
import { readMetric } from '../support/metrics';
import type { ServiceProcess } from '../support/service-process';

const HOUR = 3_600_000;
const LINK = 'https://news.example';

/** What one worker stores of feeds that it polls together. */
describe('the fetching of headlines', () => {
  let polls: HeadlinePolls;
  let worker: ServiceProcess;

  beforeAll(async () => {
    polls = await HeadlinePolls.open();
    const paths = [
      ...feedsOfEntities(),
      ...feedsOfSymbols(),
      ...feedOfOldHeadlines(),
      ...brokenAndGoodFeeds(),
    ];
    const urls = paths.map((path) => `http://127.0.0.1:${polls.feeds.port}${path}`);
    worker = await polls.startWorker(urls, { HEADLINE_SYMBOLS: 'AAPL,BRK/B', HEADLINE_DAYS: '3' });
    // Two of them have an address for each of two symbols.
    await polls.untilPolled(urls.length + 2);
  });
  afterAll(() => polls.feeds.stop());

  const serve = (path: string, answer: Parameters<typeof polls.feeds.serve>[1]) => {
    polls.feeds.serve(path, answer);
    return path;
  };

  /** By its path, of those that begin as one of these. */
  async function polled(...prefixes: readonly string[]) {
    const rows = (await polls.rows()).map(({ url, ...row }) => {
      const { pathname, search } = new URL(url);
      return [pathname + search, row] as const;
    });
    return rows.filter(([path]) => prefixes.some((prefix) => path.startsWith(prefix)));
  }

  async function titlesOf(...links: readonly string[]): Promise<string[]> {
    const rows = await polls.stage.query<{ title: string }>(
      'select title from headlines where link = any($1) order by title',
      [links.map((link) => `${LINK}/${link}`)],
    );
    return rows.map(({ title }) => title);
  }

  function brokenAndGoodFeeds(): string[] {
    return [
      serve('/b-html', '<!DOCTYPE html><html><body>Sign in</body></html>'),
      serve('/c-bomb', (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
      }),
      // The parser would be at it for minutes.
      serve('/d-brackets', `<rss version="2.0"><channel><title>${'<'.repeat(1_500_000)}`),
      serve('/e-silent', () => undefined),
      // Polled after the broken ones.
      serve('/a-good', rssOf([headline('Ethereum rises', `${LINK}/2`)])),
      serve('/f-late-good', rssOf([headline('Solana falls', `${LINK}/3`)])),
    ];
  }

  it('reads the good ones though others are broken, and remembers why', async () => {
    const failures = (await polled('/a-', '/b-', '/c-', '/d-', '/e-', '/f-')).map(
      ([path, { last_error }]) => [path, last_error],
    );
    expect(Object.fromEntries(failures)).toEqual({
      '/a-good': null,
      '/b-html': 'malformed: it is no RSS, Atom, RDF or JSON feed',
      '/c-bomb': 'malformed: it is longer than 2097152 bytes',
      '/d-brackets': 'unreachable: no feed within 5 s',
      '/e-silent': 'unreachable: no feed within 5 s',
      '/f-late-good': null,
    });
    expect(await titlesOf('2', '3')).toEqual(['Ethereum rises', 'Solana falls']);
    // Of the feeds of every test: nothing of those that cannot be read.
    expect(await polls.titles()).toHaveLength(2 + 2 + 3 + 1);
    const malformed = `headline_fetch_failures_total{host="127.0.0.1:${polls.feeds.port}",kind="malformed"}`;
    // The page, the bomb, and the entity of another file.
    expect(await readMetric(worker, malformed)).toBe(3);
  });

  function feedsOfSymbols(): string[] {
    const shared = headline('Chip makers rally', `${LINK}/chips`);
    serve('/s/AAPL', rssOf([shared, headline('Cupertino holds an event', `${LINK}/event`)]));
    serve('/s/BRK%2FB', (_, response) => {
      response.setHeader('etag', '"b"').end(rssOf([shared]));
    });
    serve('/q?q=%22apple%22%20OR%20%22aapl%22', rssOf([headline('Apple gains', `${LINK}/gains`)]));
    return ['/s/{symbol}', '/q?q={query}'];
  }

  it('polls each symbol by itself, and what it receives is about that symbol', async () => {
    const versions = (await polled('/s/', '/q')).map(([path, { etag, attempts }]) => [
      path,
      { etag, attempts },
    ]);
    expect(Object.fromEntries(versions)).toEqual({
      '/q?q=%22apple%22%20OR%20%22aapl%22': { etag: null, attempts: 0 },
      '/q?q=%22berkshire%20hathaway%22%20OR%20%22berkshire%22%20OR%20%22brk%22': { etag: null, attempts: 1 },
      '/s/AAPL': { etag: null, attempts: 0 },
      '/s/BRK%2FB': { etag: '"b"', attempts: 0 },
    });
    const stored = await polls.stage.query<{ title: string; symbols: string[] }>(
      'select title, symbols from headlines where link = any($1)',
      [['chips', 'event', 'gains'].map((link) => `${LINK}/${link}`)],
    );
    expect(Object.fromEntries(stored.map(({ title, symbols }) => [title, [...symbols].sort()]))).toEqual({
      'Apple gains': [],
      'Chip makers rally': ['AAPL', 'BRK/B'],
      'Cupertino holds an event': ['AAPL'],
    });
    expect((await polls.call('GET', 'sentiment?symbol=BRK%2FB')).body).toMatchObject({ headline_count: 1 });
    expect((await polls.call('GET', 'sentiment?symbol=AAPL')).body).toMatchObject({ headline_count: 3 });
  });

  function feedsOfEntities(): string[] {
    const laughs = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`,
    );
    const doctype = `<!DOCTYPE rss [<!ENTITY lol0 "lol">${laughs.join('')}]>`;
    const bomb = rssOf([headline('x', `${LINK}/bomb`)]).replace('<![CDATA[x]]>', '&lol9;');
    const outside = bomb.replace('&lol9;', '&file;').replace(/^<\?xml.*?\?>/, '');
    return [
      serve('/bomb', doctype + bomb.replace(/^<\?xml.*?\?>/, '')),
      serve('/long', rssOf([headline(`Bitcoin ${'x'.repeat(100_000)}`, `${LINK}/long`)])),
      serve('/outside', `<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>${outside}`),
    ];
  }

  it('stores neither what entities would expand to nor more of a headline than it keeps', async () => {
    const failures = await polled('/bomb', '/long', '/outside');
    expect(failures.map(([, { last_error }]) => last_error)).toEqual([
      null,
      null,
      'malformed: it is no RSS, Atom, RDF or JSON feed',
    ]);
    expect(await titlesOf('bomb', 'long')).toEqual(['&lol9;', `Bitcoin ${'x'.repeat(492)}`]);
    expect((await polls.call('GET', 'sentiment?symbol=BTC')).body).toMatchObject({ headline_count: 1 });
  });

  function feedOfOldHeadlines(): string[] {
    const old = { ...headline('Litecoin once', `${LINK}/old`), published: new Date(Date.now() - 73 * HOUR) };
    return [serve('/old', rssOf([old, headline('Litecoin now', `${LINK}/new`)]))];
  }

  it('does not store what is older than headlines are kept', async () => {
    expect(await titlesOf('old', 'new')).toEqual(['Litecoin now']);
  });
});
