import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { expectError } from '../support/expect-error';
import { sendRaw } from '../support/raw-request';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

const PAGE =
  '<!doctype html><title>Candelabra</title><script type="module" src="/console/assets/a.js"></script>';
const SECRET = 'what no request may read';
const SCRIPT = `export const words = ${JSON.stringify('candle '.repeat(400))};\n`;
const ASSETS: readonly [name: string, type: string, content: string][] = [
  ['index-C8Sovzau.js', 'text/javascript; charset=utf-8', SCRIPT],
  ['index-BuzYYpyy.css', 'text/css; charset=utf-8', 'body { margin: 0 }'],
  ['_icon-BhGTyYYi.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['text-B-x_1.woff2', 'font/woff2', 'wOF2'],
];
const PAGES = ['/', '/console', '/console/', '/console/runs', '/console/runs/backtest/42?symbol=BTC%2FUSDT'];

describe('the console', () => {
  let api: RunningApi;
  let directory: string;
  beforeAll(async () => {
    const parent = mkdtempSync(join(tmpdir(), 'candelabra-console-'));
    directory = join(parent, 'static');
    mkdirSync(join(directory, 'assets', 'folder'), { recursive: true });
    writeFileSync(join(directory, 'index.html'), PAGE);
    for (const [name, , content] of ASSETS) writeFileSync(join(directory, 'assets', name), content);
    for (const folder of [parent, directory, join(directory, 'assets', 'folder')]) {
      writeFileSync(join(folder, 'secret.txt'), SECRET);
      writeFileSync(join(folder, '.secret'), SECRET);
    }
    writeFileSync(join(directory, 'assets', '.secret'), SECRET);
    api = await startApi(undefined, { consoleDirectory: directory });
  });
  afterAll(async () => {
    await api.stop();
    rmSync(join(directory, '..'), { recursive: true });
  });

  it.each(PAGES)('answers GET and HEAD %s with its page, which is revalidated each time', async (path) => {
    const { status, text, headers } = await api.anonymous().get(path);
    expect([status, text]).toEqual([200, PAGE]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    const head = await api.anonymous().head(path);
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      undefined,
      String(PAGE.length),
    ]);
  });

  it('lets its page load and reach its own origin alone, and evaluate no text', async () => {
    const { headers } = await api.anonymous().get('/');
    expect(headers['content-security-policy'].split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it.each(ASSETS)('answers its file %s for a year, as %s', async (name, type, content) => {
    const path = `/console/assets/${name}`;
    const answer = await fetch(api.url + path, { headers: { 'accept-encoding': 'identity' } });
    expect([answer.status, await answer.text()]).toEqual([200, content]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(content.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const head = await api.anonymous().head(path).set('accept-encoding', 'identity');
    expect([head.status, head.headers['content-length']]).toEqual([200, String(content.length)]);
  });

  it.each(['gzip', 'br'])('codes its scripts with %s, and whole ones alone', async (coding) => {
    const url = `${api.url}/console/assets/index-C8Sovzau.js`;
    const answer = await fetch(url, { headers: { 'accept-encoding': coding } });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      coding,
      'Accept-Encoding',
    ]);
    expect(await answer.text()).toBe(SCRIPT);
    const part = await fetch(url, { headers: { 'accept-encoding': coding, range: 'bytes=0-1999' } });
    expect([part.status, await part.text()]).toEqual([200, SCRIPT]);
    const ofDocs = await fetch(`${api.url}/docs/swagger-ui.css`, {
      headers: { 'accept-encoding': coding, range: 'bytes=0-1999' },
    });
    expect([ofDocs.status, ofDocs.headers.get('content-encoding')]).toEqual([206, null]);
    expect((await ofDocs.arrayBuffer()).byteLength).toBe(2_000);
  });

  it('is 404 for a file that it has not', async () => {
    // The longest name is longer than a file system takes.
    const names = ['index-00000000.js', 'folder', 'folder/secret.txt', '.secret', '', 'x'.repeat(5_000)];
    for (const name of names) {
      const answer = await api.anonymous().get(`/console/assets/${name}`);
      expectError(answer, 404, /^Nothing is served at \/console\/assets\//);
      expect(answer.headers).not.toHaveProperty('cache-control');
    }
  });

  it('says how it is built where it is not', async () => {
    renameSync(directory, `${directory}-away`);
    try {
      for (const path of PAGES) expectError(await api.anonymous().get(path), 404, /`npm run build`/);
    } finally {
      renameSync(`${directory}-away`, directory);
    }
  });

  it.each([
    '/console/../api/v1/backtesting',
    '/console/%2e%2e/metrics',
    '/console/.%2e/secret.txt',
    '/console\\..\\secret.txt',
    '//console',
    '/Console',
    '/console;/metrics',
    '/console/..;/metrics',
    '/console/runs%00',
    '/console/assets/../../secret.txt',
    '/console/assets/../secret.txt',
    '/console/assets/..%2f..%2fsecret.txt',
    '/console/assets/%2e%2e/secret.txt',
    '/console/assets/..%5csecret.txt',
    '/console/assets/folder%2fsecret.txt',
    '/console/assets//secret.txt',
    '/console/assets/%2esecret',
    'http://127.0.0.1/console',
    'http://127.0.0.1/console/assets/../../secret.txt',
  ])('is not at %s without a token, and with one shows no other file', async (target) => {
    const send = (headers: string) =>
      sendRaw(api.url, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
    expect((await send('')).status).toBe(401);
    const answer = await send(`authorization: Bearer ${tokenFor()}\r\n`);
    expect([200, 400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain(SECRET);
    if (answer.status === 200) expect(answer.body).toBe(PAGE);
  });

  it.each(['/', '/console', '/console/runs', '/console/assets/index-C8Sovzau.js'])(
    'is read alone: other methods on %s are refused',
    async (path) => {
      for (const method of ['post', 'put', 'patch', 'delete'] as const) {
        expectError(await api.anonymous()[method](path), 401, /token/);
        const answer = await request(api.url)[method](path).set('authorization', `Bearer ${tokenFor()}`);
        expectError(answer, 405, /allowed: GET, HEAD/);
        expect(answer.headers.allow).toBe('GET, HEAD');
      }
    },
  );
});
