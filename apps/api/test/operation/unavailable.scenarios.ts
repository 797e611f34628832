import type { Response } from 'supertest';
import { backtestBody, candleBody } from '../support/bodies';
import { CANDLES } from '../support/hourly-candles';
import { type ProxiedApi, startProxiedApi } from '../support/proxied-api';
import { testRedisUrl } from '../support/running-api';
import { until } from '../support/until';
import { onThisMachine } from '../../../../test/on-this-machine';

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;
const LONGEST_ANSWER_MILLISECONDS = CONNECT_TIMEOUT_MILLISECONDS + 2_000;

describe('without its database', () => {
  let api: ProxiedApi;
  beforeAll(async () => {
    api = await startProxiedApi();
  });
  afterAll(() => api.stop());

  /** One of each way to the database: by the pool, by the ORM, in a transaction, with a job. */
  const requests: readonly (() => Promise<Response>)[] = [
    () => api.get(CANDLES).then(),
    () => api.get(`${CANDLES}/${2 ** 32}`).then(),
    () => api.post(CANDLES, candleBody()).then(),
    () => api.post(`${CANDLES}/query`, {}).then(),
    () => api.get('/api/v1/trade-journal').then(),
    () => api.post('/api/v1/strategy-ideas', { name: 'n', description: 'd' }).then(),
    () => api.patch('/api/v1/strategy-ideas/1', { name: 'n' }).then(),
    () => api.post('/api/v1/backtesting', backtestBody({ exchange: 'us' })).then(),
    () => api.patch('/api/v1/backtesting/1', { status: 'failed' }).then(),
    () => api.delete('/api/v1/backtesting/1').then(),
  ];

  async function expectUnavailable(): Promise<void> {
    const startedAt = performance.now();
    const answers = await Promise.all(requests.map((send) => send()));
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(LONGEST_ANSWER_MILLISECONDS));
    for (const { status, headers, body } of answers) {
      expect([status, body]).toEqual([503, expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })]);
      expect(headers['retry-after']).toMatch(/^\d+$/);
      expect(body.detail).toMatch(/out of reach/);
      expect(JSON.stringify(body)).not.toMatch(/ECONN|\.ts|\.js|127\.0\.0\.1/);
    }
    const ready = await api.anonymous().get('/ready');
    expect(ready.status).toBe(503);
    expect(ready.body).toMatchObject({ status: 'unavailable', detail: 'The database is not reachable' });
    expect(ready.headers['retry-after']).toMatch(/^\d+$/);
    expect((await api.anonymous().get('/health')).status).toBe(200);
    const metrics = await api.get('/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.text).toMatch(/^ready\{dependency="database"\} 0$/m);
    expect(metrics.text).not.toMatch(/^(ready\{dependency="migrations"\}|schema_pending_migrations) /m);
  }

  async function expectRecovery(): Promise<void> {
    await until('it is ready', async () => (await api.anonymous().get('/ready')).status === 200);
    const statuses = [];
    for (const send of requests) statuses.push((await send()).status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThanOrEqual(6);
  }

  it('is 503 with Retry-After when the server stops, and works again when it is back', async () => {
    await expectRecovery();
    await api.proxy.cut();
    await expectUnavailable();
    await api.proxy.restore();
    await expectRecovery();
  });

  it('is not ready when the network swallows every packet, and lives', async () => {
    await expectRecovery();
    api.proxy.mute();
    const startedAt = performance.now();
    const ready = await api.anonymous().get('/ready');
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(LONGEST_ANSWER_MILLISECONDS));
    expect(ready.status).toBe(503);
    expect(ready.body.detail).toBe('The database is not reachable');
    expect((await api.anonymous().get('/health')).status).toBe(200);
    await api.proxy.cut();
    await api.proxy.restore();
    await expectRecovery();
  });
});

const redisUrl = testRedisUrl();

// Without Redis the queue lives in the database, and goes with it.
if (redisUrl)
  describe('without its queue', () => {
    let api: ProxiedApi;
    beforeAll(async () => {
      api = await startProxiedApi(redisUrl);
    });
    afterAll(() => api.stop());

    it('is degraded but ready, accepts backtests, and keeps their jobs in the outbox', async () => {
      await until('it is ready', async () => (await api.anonymous().get('/ready')).status === 200);
      await api.proxy.cut();
      const ready = await api.anonymous().get('/ready');
      expect(ready.status).toBe(200);
      expect(ready.body).toEqual({
        status: 'degraded',
        detail: expect.stringMatching(/^The queue is not reachable/),
      });
      const answer = await api.post('/api/v1/backtesting', backtestBody({ exchange: 'us' }));
      expect(answer.status).toBe(202);
      const { rows } = await api.database.query('select job, subject, run from job_outbox');
      expect(rows).toEqual([{ job: 'backtest', subject: String(answer.body.id), run: 1 }]);
      expect((await api.delete(`/api/v1/backtesting/${answer.body.id}`)).status).toBe(204);
      await api.proxy.restore();
      await until(
        'its queue is back',
        async () => (await api.anonymous().get('/ready')).body.status === 'ready',
      );
    });
  });
