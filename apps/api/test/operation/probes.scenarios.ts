import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Shutdown } from '#platform/shutdown/shutdown';
import { createEmptyDatabase, type TestDatabase } from '../../../../test/test-database';
import { keySetText, RSA_1 } from '../../src/http/authentication/test/signing-keys';
import { captureLog } from '../support/captured-log';
import { type RunningApi, startApi } from '../support/running-api';
import { until } from '../support/until';

describe('probes', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it.each([
    ['/health', 'ok'],
    ['/ready', 'ready'],
  ])('%s answers without a token', async (path, status) => {
    const answer = await api.anonymous().get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['x-request-id']).toMatch(/^[\w.:-]+$/);
  });

  // The contract's 75 s: longer than balancers keep idle connections, 60 s by default in nginx and AWS.
  it('keeps an idle connection for 75 seconds', async () => {
    const response = await fetch(`${api.url}/health`);
    await response.arrayBuffer();
    expect(response.headers.get('keep-alive')).toBe('timeout=75');
    const longer = await startApi(() => ({ KEEP_ALIVE_TIMEOUT_SECONDS: '90' }));
    delete process.env.KEEP_ALIVE_TIMEOUT_SECONDS;
    const configured = await fetch(`${longer.url}/health`);
    await configured.arrayBuffer();
    await longer.stop();
    expect(configured.headers.get('keep-alive')).toBe('timeout=90');
  });

  it('answers requests between the announcement of its shutdown and the end of its streams', async () => {
    const stopping = await startApi();
    const shutdown = stopping.application.get(Shutdown);
    shutdown.announce();
    await captureLog(stopping.application, async (lines) => {
      expect((await stopping.anonymous().get('/ready')).status).toBe(503);
      await until('the request is logged', () => Promise.resolve(lines.length > 0));
      // That is no error: each release has as many of them as there are probes in the delay.
      expect(JSON.parse(lines.at(-1)!)).toMatchObject({ level: 'info', path: '/ready', status: 503 });
    });
    expect(shutdown.signal.aborted).toBe(false);
    const answer = await stopping.get('/api/v1/strategy-ideas');
    expect(answer.status).toBe(200);
    expect(answer.headers.connection).toBe('close');
    await stopping.stop();
  });

  it('is not ready with the schema of a newer version, and refuses everything else with the reason', async () => {
    await api.database.query(
      `insert into breaking_migrations values ('DropVolumes9000000000000', 'candles have no volume any more')`,
    );
    const refusal =
      'The schema is too new for this version: DropVolumes9000000000000 (candles have no volume any more)';
    const ready = await api.anonymous().get('/ready');
    expect([ready.status, ready.body.detail]).toEqual([503, refusal]);
    const answer = await api.get('/api/v1/strategy-ideas');
    expect([answer.status, answer.body]).toMatchObject([
      503,
      { detail: refusal, code: 'SERVICE_UNAVAILABLE' },
    ]);
    expect((await api.anonymous().get('/health')).status).toBe(200);
    await api.database.query('delete from breaking_migrations');
    expect((await api.anonymous().get('/ready')).status).toBe(200);
    expect((await api.get('/api/v1/strategy-ideas')).status).toBe(200);
  });

  it('leaves out the body for HEAD', async () => {
    const answer = await api.anonymous().head('/health');
    expect(answer.status).toBe(200);
    expect(answer.text).toBeFalsy();
  });

  it('needs a token for any other method on the same paths', async () => {
    for (const path of ['/health', '/ready']) {
      expect((await api.anonymous().post(path)).status).toBe(401);
      const answer = await api.post(path);
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  });

  it('is not ready while it shuts down, and sends clients to other replicas', async () => {
    const stopping = await startApi();
    stopping.application.get(Shutdown).begin();
    const answer = await stopping.anonymous().get('/ready');
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ status: 'unavailable', detail: 'The process is shutting down' });
    expect(answer.headers.connection).toBe('close');
    expect((await stopping.anonymous().get('/health')).body).toEqual({ status: 'ok' });
    await stopping.stop();
  });
});

describe('with migrations pending', () => {
  let empty: TestDatabase;
  let api: RunningApi;
  beforeAll(async () => {
    empty = await createEmptyDatabase();
    api = await startApi(() => ({ DATABASE_URL: empty.url }));
  });
  afterAll(async () => {
    await api.stop();
    await empty.drop();
  });

  it('lives, is not ready and says what to do', async () => {
    expect((await api.anonymous().get('/health')).status).toBe(200);
    const answer = await api.anonymous().get('/ready');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.body.status).toBe('unavailable');
    expect(answer.body.detail).toMatch(/npm run migrate/);
  });

  it('refuses everything else with the reason, so that clients come back', async () => {
    for (const path of ['/api/v1/backtesting', '/api/v1/market-data/series', '/api/v1/events']) {
      const answer = await api.get(path);
      expect([answer.status, answer.headers['retry-after'], answer.body]).toMatchObject([
        ...[503, '10'],
        { detail: 'Migrations are pending: run `npm run migrate`', code: 'SERVICE_UNAVAILABLE' },
      ]);
    }
  });
});

describe('with a JWKS that has no key yet', () => {
  let directory: string;
  let file: string;
  let api: RunningApi;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'jwks-'));
    file = join(directory, 'keys.json');
    api = await startApi(() => ({ JWT_JWKS_FILE: file }));
  });
  afterAll(async () => {
    await api.stop();
    process.env.JWT_JWKS_FILE = '';
    await rm(directory, { recursive: true });
  });

  it('lives, is not ready until the first usable key, and stays ready when the keys cannot be read', async () => {
    const ready = () => api.anonymous().get('/ready');
    for (const text of [undefined, '{"keys":[]}']) {
      if (text) await writeFile(file, text);
      const answer = await ready();
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({
        status: 'unavailable',
        detail: expect.stringContaining('JWT_JWKS_FILE'),
      });
    }
    expect((await api.anonymous().get('/health')).status).toBe(200);
    const metrics = async () => (await api.get('/metrics')).text;
    expect(await metrics()).toContain('\nready{dependency="keys"} 0\n');
    expect(await metrics()).toContain('\njwks_keys 0\n');
    await writeFile(file, await keySetText(RSA_1));
    await until('it is ready', async () => (await ready()).status === 200, 40);
    expect(await metrics()).toContain('\nready{dependency="keys"} 1\n');
    expect(await metrics()).toMatch(/^jwks_keys 1$/m);
    expect(await metrics()).toMatch(/^jwks_last_success_timestamp_seconds \d{10}/m);
    await rm(file);
    expect((await ready()).body).toEqual({ status: 'ready' });
  });
});
