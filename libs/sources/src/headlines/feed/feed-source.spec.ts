import { brotliCompressSync, gzipSync } from 'node:zlib';
import { FeedServer } from '../../../../../test/feed-server';
import { requestSafely } from '../../http/safe-request';
import type { FeedVersion } from '../headline-source';
import { FeedSource } from './feed-source';
import { parseFeed } from './parse-feed';

const UNKNOWN: FeedVersion = { etag: null, lastModified: null };
const RSS =
  '<rss version="2.0"><channel><title>t</title><item><title>Bitcoin rises</title></item></channel></rss>';

describe('a feed of a stranger', () => {
  let server: FeedServer;
  beforeAll(async () => {
    server = await FeedServer.start();
  });
  beforeEach(() => {
    server.requests.length = 0;
  });
  afterAll(() => server.stop());

  // The thread is a file of the build: the suite of the job has it.
  const sourceOf = (settings: { allowPrivate?: boolean; timeoutMilliseconds?: number }) =>
    new FeedSource({ ...settings, parse: (text) => Promise.resolve(parseFeed(text)) });
  const fetch = (url: string, known = UNKNOWN, timeoutMilliseconds = 5_000) =>
    sourceOf({ allowPrivate: true, timeoutMilliseconds }).fetch(url, known, new AbortController().signal);
  const fetchOfInternet = (url: string) =>
    sourceOf({ allowPrivate: false }).fetch(url, UNKNOWN, new AbortController().signal);
  const titles = async (url: string) => (await fetch(url))!.headlines.map(({ title }) => title);

  it('reports its version, and what is known is not sent again', async () => {
    const url = server.serve('/versioned', (request, response) => {
      const isKnown =
        request.headers['if-none-match'] === '"v1"' &&
        request.headers['if-modified-since'] === 'Tue, 02 Jan 2024 00:00:00 GMT';
      response.setHeader('etag', '"v1"');
      response.setHeader('last-modified', 'Tue, 02 Jan 2024 00:00:00 GMT');
      if (isKnown) response.writeHead(304).end();
      else response.end(RSS);
    });
    const first = await fetch(url);
    expect(first).toMatchObject({ etag: '"v1"', lastModified: 'Tue, 02 Jan 2024 00:00:00 GMT' });
    expect(await fetch(url, first!)).toBeNull();
  });

  it.each([
    ['gzip', gzipSync(RSS)],
    ['br', brotliCompressSync(RSS)],
  ])('is read when it is compressed by %s', async (encoding, body) => {
    const url = server.serve('/compressed', (_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    expect(await titles(url)).toEqual(['Bitcoin rises']);
  });

  it('is read in the character set that it names', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${RSS.replace('Bitcoin', 'Börse')}`;
    const url = server.serve('/latin', (_, response) => response.end(Buffer.from(text, 'latin1')));
    expect(await titles(url)).toEqual(['Börse rises']);
  });

  it('is followed over three redirects and no more', async () => {
    server.serve('/to-0', RSS);
    for (const step of [1, 2, 3, 4]) {
      server.serve(`/to-${step}`, (_, response) => {
        response.writeHead(302, { location: `/to-${step - 1}` }).end();
      });
    }
    expect(await titles(server.serve('/start', RSS))).toHaveLength(1);
    const [three, four] = [3, 4].map((step) => `http://127.0.0.1:${server.port}/to-${step}`);
    expect(await titles(three)).toEqual(['Bitcoin rises']);
    await expect(fetch(four)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'more than 3 redirects',
    });
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/feed', 'javascript:0', 'data:text/xml,x'])(
    'is not followed to %s',
    async (location) => {
      const url = server.serve('/elsewhere', (_, response) => response.writeHead(301, { location }).end());
      await expect(fetch(url)).rejects.toMatchObject({ kind: 'unsupported' });
      await expect(fetch(location)).rejects.toMatchObject({ kind: 'unsupported' });
    },
  );

  it.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])('is not requested at %s, which is not on the internet', async (host) => {
    server.serve('/inside', RSS);
    await expect(fetchOfInternet(`http://${host}:${server.port}/inside`)).rejects.toMatchObject({
      kind: 'unsupported',
      message: 'its address is not a public one',
    });
    expect(server.requests).toEqual([]);
  });

  it.each(['127.0.0.2', '169.254.169.254', '[::1]', '10.0.0.1'])(
    'is not followed to %s from an address that is fine',
    async (host) => {
      server.serve('/inside', RSS);
      const url = server.serve('/to-inside', (_, response) => {
        response.writeHead(302, { location: `http://${host}:${server.port}/inside` }).end();
      });
      const requested = requestSafely(url, {
        headers: {},
        signal: AbortSignal.timeout(5_000),
        // As if this machine's first address were on the internet.
        isAllowed: (address) => address === '127.0.0.1',
      });
      await expect(requested).rejects.toMatchObject({ message: 'its address is not a public one' });
    },
  );

  it.each([
    ['a page of HTML', '<!DOCTYPE html><html><head><title>Bitcoin</title></head><body>rss</body></html>'],
    ['nothing', ''],
    ['half a feed', '<rss version="2.0"><channel><item><title>Bit'],
    ['other JSON', '{"items": [{"title": "Bitcoin"}]}'],
  ])('is malformed when it answers 200 with %s', async (_, body) => {
    await expect(fetch(server.serve('/no-feed', body))).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('is malformed when two megabytes or a small gzip of more come', async () => {
    const plain = server.serve('/long', RSS.replace('rises', 'x'.repeat(2 * 1024 * 1024)));
    await expect(fetch(plain)).rejects.toMatchObject({ kind: 'malformed' });
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(250_000);
    const url = server.serve('/bomb', (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const before = process.memoryUsage().rss;
    await expect(fetch(url)).rejects.toMatchObject({
      kind: 'malformed',
      message: 'it is longer than 2097152 bytes',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('is malformed when its compression is broken or unknown', async () => {
    const broken = (encoding: string) =>
      server.serve('/broken', (_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end('no compression');
      });
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
      await expect(fetch(broken(encoding))).rejects.toMatchObject({ kind: 'malformed' });
    }
  });

  it('has entities of its own that nobody expands', async () => {
    const laughs = Array.from({ length: 9 }, (_, level) => {
      return `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`;
    });
    const bomb = `<!DOCTYPE rss [<!ENTITY lol0 "lol">${laughs.join('')}]>${RSS.replace('rises', '&lol9;')}`;
    expect(await titles(server.serve('/laughs', bomb))).toEqual(['Bitcoin &lol9;']);
    const outside = `<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>${RSS.replace('rises', '&file;')}`;
    await expect(fetch(server.serve('/outside', outside))).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('is given up when it does not come in time, before its headers or in the middle of its body', async () => {
    const silent = server.serve('/silent', () => undefined);
    const slow = server.serve('/slow', (_, response) => void response.write(RSS.slice(0, 30)));
    const slowGzip = server.serve('/slow-gzip', (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(RSS).subarray(0, 20));
    });
    for (const url of [silent, slow, slowGzip]) {
      await expect(fetch(url, UNKNOWN, 200)).rejects.toMatchObject({
        kind: 'unreachable',
        message: 'no feed within 0.2 s',
      });
    }
  });

  it.each([
    [429, 'rate limited'],
    [404, 'unreachable'],
    [503, 'unreachable'],
  ])('that answers %s is %s', async (status, kind) => {
    const url = server.serve('/status', (_, response) => response.writeHead(status).end('<html>'));
    await expect(fetch(url)).rejects.toMatchObject({ kind, message: `it answered ${status}` });
  });

  it('that breaks off is unreachable, and its key is not repeated', async () => {
    const url = server.serve('/broken-off?key=hidden', (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('<rss>', () => response.destroy());
    });
    const failure = fetch(url);
    await expect(failure).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(failure).rejects.not.toThrow(/hidden/);
  });

  it("ends with the caller's signal", async () => {
    const stop = new AbortController();
    const requested = sourceOf({ allowPrivate: true }).fetch(
      server.serve('/stopping', () => stop.abort(new Error('stopping'))),
      UNKNOWN,
      stop.signal,
    );
    await expect(requested).rejects.toThrow();
  });
});
