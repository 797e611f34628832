import type { Server } from 'node:http';
import request from 'supertest';
import { Readiness } from '#messaging/readiness';
import { portOf, startMetricsServer } from '#platform/metrics/metrics-server';
import { Shutdown } from '#platform/shutdown/shutdown';
import { type RunningApi, startApi } from './support/running-api';

const SAMPLE_LINE = /^[a-zA-Z_:][\w:]*(\{([a-zA-Z_]\w*="[^"]*",?)*\})? (NaN|[+-]Inf|-?[\d.]+(e[+-]?\d+)?)$/;

/** The lines of the Prometheus text format that are neither comments nor well-formed samples. */
function malformedLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^# (HELP|TYPE) \S/.test(line) && !SAMPLE_LINE.test(line));
}

describe('metrics', () => {
  let api: RunningApi;
  let server: Server;
  let address: string;
  beforeAll(async () => {
    api = await startApi();
    server = await startMetricsServer({ port: 0, host: '127.0.0.1' }, () =>
      api.application.get(Readiness).check(),
    );
    address = `http://127.0.0.1:${portOf(server)}`;
  });
  afterAll(async () => {
    server.close();
    await api.stop();
  });

  it('are served on the API’s port with a token alone', async () => {
    expect((await api.anonymous().get('/metrics')).status).toBe(401);
    const answer = await api.get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain;.* version=0\.0\.4/);
    expect(malformedLines(answer.text)).toEqual([]);
  });

  it('count requests by method, route and status, not by path', async () => {
    await api.get('/api/v1/strategy-ideas/1');
    await api.get('/api/v1/strategy-ideas/2');
    await api.get('/nothing/at/all');
    const { text } = await api.get('/metrics');
    const counted = (labels: string) => text.includes(`http_request_duration_seconds_count{${labels}} `);
    expect(counted('method="GET",route="/api/v1/strategy-ideas/:idea_id",status="404"')).toBe(true);
    expect(counted('method="GET",route="unrouted",status="404"')).toBe(true);
    expect(text).not.toContain('/nothing/at/all');
    expect(text).not.toContain('strategy-ideas/1');
  });

  it('are served on their own port without a token, beside the probes', async () => {
    const metrics = await request(address).get('/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(metrics.text).toContain('http_request_duration_seconds_bucket');
    expect((await request(address).get('/health')).body).toEqual({ status: 'ok' });
    expect((await request(address).get('/ready')).body).toEqual({ status: 'ready' });
    const other = await request(address).get('/api/v1/backtesting');
    expect(other.status).toBe(404);
    expect(other.body.detail).toEqual(expect.any(String));
  });

  it('show on their own port that the process is stopping', async () => {
    const stopping = await startApi();
    const own = await startMetricsServer({ port: 0, host: '127.0.0.1' }, () =>
      stopping.application.get(Readiness).check(),
    );
    stopping.application.get(Shutdown).begin();
    const answer = await request(`http://127.0.0.1:${portOf(own)}`).get('/ready');
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ status: 'unavailable', detail: 'The process is shutting down' });
    own.close();
    await stopping.stop();
  });
});
