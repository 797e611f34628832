import { gzipSync } from 'node:zlib';
import { sign } from 'jsonwebtoken';
import { FeedServer, rssOf } from '../../../test/feed-server';
import { JWT_SECRET } from './support/api-client';
import { JobStage } from './support/job-stage';
import { type LosableQueue, openLosableQueue } from './support/losable-queue';
import { readMetric } from './support/metrics';
import type { ServiceProcess } from './support/service-process';
import { eventually } from './support/within';

const HOUR = 3_600_000;

interface FeedRow {
  readonly url: string;
  readonly asked_at: Date | null;
  readonly etag: string | null;
  readonly succeeded_at: Date | null;
  readonly attempts: number;
  readonly last_error: string | null;
}

jest.setTimeout(60_000);

describe('the fetching of headlines', () => {
  let feeds: FeedServer;
  let queue: LosableQueue;
  let stage: JobStage;
  let apiUrl: string;
  let workers: ServiceProcess[] = [];

  beforeAll(async () => {
    feeds = await FeedServer.start();
    queue = await openLosableQueue();
    stage = await JobStage.open({ queue: queue.redisUrl });
    [, apiUrl] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
  });
  beforeEach(async () => {
    await queue.flush(stage);
    await stage.query('truncate headlines, headline_feeds, job_runs, job_outbox');
    feeds.requests.length = 0;
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    workers = [];
  });
  afterAll(async () => {
    await stage.close();
    await queue.close();
    await feeds.stop();
  });

  async function startWorker(urls: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const worker = await stage.startWorker({
      HEADLINE_FEEDS: urls.join(','),
      HEADLINE_ALLOW_PRIVATE: 'true',
      ...environment,
    });
    workers.push(worker);
    return worker;
  }

  async function call(method: string, path: string) {
    const response = await fetch(`${apiUrl}/api/v1/analysis/${path}`, {
      method,
      headers: { authorization: `Bearer ${sign({}, JWT_SECRET)}` },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const rows = () => stage.query<FeedRow>('select * from headline_feeds order by url');
  const untilDone = (count: number) =>
    eventually('every feed was polled', rows, (polled) => {
      const done = polled.filter(
        ({ succeeded_at, last_error }) => succeeded_at !== null || last_error !== null,
      );
      return done.length === count;
    });
  const titles = async () =>
    (await stage.query<{ title: string }>('select title from headlines order by title')).map(
      ({ title }) => title,
    );

  const bitcoinFeed = (path: string) =>
    feeds.serve(path, (request, response) => {
      response.setHeader('etag', '"v1"');
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.end(rssOf([item('Bitcoin surges to record high', 'https://news.example/1')]));
    });
  const item = (title: string, link: string) => ({ title, link, published: new Date(Date.now() - HOUR) });

  it('stores what feeds publish, once however many workers there are, and computes the sentiment from it', async () => {
    const url = bitcoinFeed('/rss');
    await Promise.all([startWorker([url]), startWorker([url]), startWorker([url])]);
    const [row] = await untilDone(1);
    expect(row).toMatchObject({ etag: '"v1"', attempts: 0, last_error: null });
    expect(feeds.requests).toHaveLength(1);
    const { body } = await call('GET', 'sentiment?symbol=BTC%2FUSDT');
    expect(body).toMatchObject({
      signal: 'bullish',
      headline_count: 1,
      sample_headlines: ['Bitcoin surges to record high'],
    });
    const stored = await call('GET', 'headlines');
    expect(stored.body.items).toMatchObject([
      { source: '127.0.0.1', link: 'https://news.example/1', symbols: [] },
    ]);
  });

  it('polls on request, with the version that it knows, but no feed twice in ten minutes', async () => {
    const url = bitcoinFeed('/rss');
    const worker = await startWorker([url]);
    await untilDone(1);
    expect(await call('POST', 'headlines/fetch')).toMatchObject({ status: 202, body: { status: 'pending' } });
    const done = 'job_duration_seconds_count{job="headline-fetch",outcome="completed"}';
    await eventually(
      'both jobs are done',
      () => readMetric(worker, done),
      (count) => count === 2,
    );
    expect(feeds.requests).toHaveLength(1);

    await stage.query(
      `update headline_feeds set asked_at = now() - interval '10 minutes', succeeded_at = null`,
    );
    await queue.flush(stage);
    await call('POST', 'headlines/fetch');
    await untilDone(1);
    expect(feeds.requests).toHaveLength(2);
    expect(feeds.requests[1].headers['if-none-match']).toBe('"v1"');
    expect(await titles()).toEqual(['Bitcoin surges to record high']);
  });

  it('reads the good ones though others are broken, and remembers why', async () => {
    const good = feeds.serve('/a-good', rssOf([item('Ethereum rises', 'https://news.example/2')]));
    const html = feeds.serve('/b-html', '<!DOCTYPE html><html><body>Sign in</body></html>');
    const bomb = feeds.serve('/c-bomb', (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
    });
    // The parser would be at it for minutes.
    const brackets = feeds.serve(
      '/d-brackets',
      `<rss version="2.0"><channel><title>${'<'.repeat(1_500_000)}`,
    );
    const silent = feeds.serve('/e-silent', () => undefined);
    const broke = feeds.serve('/f-late-good', rssOf([item('Solana falls', 'https://news.example/3')]));
    const worker = await startWorker([html, bomb, brackets, silent, good, broke]);
    const byPath = Object.fromEntries(
      (await untilDone(6)).map(({ url, last_error }) => [new URL(url).pathname, last_error]),
    );
    expect(byPath).toEqual({
      '/a-good': null,
      '/b-html': 'malformed: it is no RSS, Atom, RDF or JSON feed',
      '/c-bomb': 'malformed: it is longer than 2097152 bytes',
      '/d-brackets': 'unreachable: no feed within 5 s',
      '/e-silent': 'unreachable: no feed within 5 s',
      '/f-late-good': null,
    });
    expect(await titles()).toEqual(['Ethereum rises', 'Solana falls']);
    const failures = `headline_fetch_failures_total{host="127.0.0.1:${feeds.port}",kind="malformed"}`;
    expect(await readMetric(worker, failures)).toBe(2);
  });

  it('polls each symbol by itself, and what it receives is about that symbol', async () => {
    const shared = item('Chip makers rally', 'https://news.example/chips');
    feeds.serve('/s/AAPL', rssOf([shared, item('Cupertino holds an event', 'https://news.example/event')]));
    feeds.serve('/s/BRK%2FB', (_, response) => {
      response.setHeader('etag', '"b"').end(rssOf([shared]));
    });
    feeds.serve(
      '/q?q=%22apple%22%20OR%20%22aapl%22',
      rssOf([item('Apple gains', 'https://news.example/gains')]),
    );
    await startWorker(
      ['/s/{symbol}', '/q?q={query}'].map((path) => `http://127.0.0.1:${feeds.port}${path}`),
      {
        HEADLINE_SYMBOLS: 'AAPL,BRK/B',
      },
    );
    const byPath = Object.fromEntries(
      (await untilDone(4)).map(({ url, etag, attempts }) => [
        new URL(url).pathname + new URL(url).search,
        { etag, attempts },
      ]),
    );
    expect(byPath).toEqual({
      '/q?q=%22apple%22%20OR%20%22aapl%22': { etag: null, attempts: 0 },
      '/q?q=%22berkshire%20hathaway%22%20OR%20%22berkshire%22%20OR%20%22brk%22': { etag: null, attempts: 1 },
      '/s/AAPL': { etag: null, attempts: 0 },
      '/s/BRK%2FB': { etag: '"b"', attempts: 0 },
    });
    const stored = await stage.query<{ title: string; symbols: string[] }>(
      'select title, symbols from headlines',
    );
    expect(Object.fromEntries(stored.map(({ title, symbols }) => [title, [...symbols].sort()]))).toEqual({
      'Apple gains': [],
      'Chip makers rally': ['AAPL', 'BRK/B'],
      'Cupertino holds an event': ['AAPL'],
    });
    expect((await call('GET', 'sentiment?symbol=BRK%2FB')).body).toMatchObject({ headline_count: 1 });
    expect((await call('GET', 'sentiment?symbol=AAPL')).body).toMatchObject({ headline_count: 3 });
  });

  it('stores neither what entities would expand to nor more of a headline than it keeps', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`,
    );
    const doctype = `<!DOCTYPE rss [<!ENTITY lol0 "lol">${laughs.join('')}]>`;
    const bomb = rssOf([item('x', 'https://news.example/bomb')]).replace('<![CDATA[x]]>', '&lol9;');
    const outside = bomb.replace('&lol9;', '&file;');
    const long = rssOf([item(`Bitcoin ${'x'.repeat(100_000)}`, 'https://news.example/long')]);
    await startWorker([
      feeds.serve('/bomb', doctype + bomb.replace(/^<\?xml.*?\?>/, '')),
      feeds.serve('/long', long),
      feeds.serve(
        '/outside',
        `<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>${outside.replace(/^<\?xml.*?\?>/, '')}`,
      ),
    ]);
    const failures = (await untilDone(3)).map(({ last_error }) => last_error);
    expect(failures).toEqual([null, null, 'malformed: it is no RSS, Atom, RDF or JSON feed']);
    expect(await titles()).toEqual(['&lol9;', `Bitcoin ${'x'.repeat(492)}`]);
    expect((await call('GET', 'sentiment?symbol=BTC')).body).toMatchObject({ headline_count: 1 });
  });

  it('does not store what is older than headlines are kept', async () => {
    const old = {
      ...item('Bitcoin once', 'https://news.example/old'),
      published: new Date(Date.now() - 73 * HOUR),
    };
    await startWorker([feeds.serve('/rss', rssOf([old, item('Bitcoin now', 'https://news.example/new')]))], {
      HEADLINE_DAYS: '3',
    });
    await untilDone(1);
    expect(await titles()).toEqual(['Bitcoin now']);
  });

  it('does not poll addresses inside the network unless it may', async () => {
    await startWorker([bitcoinFeed('/rss')], { HEADLINE_ALLOW_PRIVATE: 'false' });
    const [row] = await untilDone(1);
    expect(row.last_error).toBe('unsupported: its address is not a public one');
    expect(feeds.requests).toEqual([]);
  });

  it('gives feeds back that it had no time for', async () => {
    const worker = await startWorker([feeds.serve('/silent', () => undefined)]);
    await eventually(
      'the feed is polled',
      () => Promise.resolve(feeds.requests.length),
      (count) => count === 1,
    );
    worker.signal('SIGTERM');
    expect(await worker.exited).toMatchObject({ code: 0 });
    const [row] = await rows();
    expect([row.asked_at === null, row.last_error === null]).toContain(true);
  });
});
