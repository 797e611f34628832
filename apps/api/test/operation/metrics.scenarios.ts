import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import request from 'supertest';
import { Readiness } from '#messaging/readiness';
import { portOf, startMetricsServer } from '#platform/metrics/metrics-server';
import { Shutdown } from '#platform/shutdown/shutdown';
import { backtestBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';
import { until } from '../support/until';

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
    for (const path of ['/console', '/console/runs', '/console/assets/index-1.js'])
      await api.anonymous().get(path);
    const { text } = await api.get('/metrics');
    const counted = (labels: string) => text.includes(`http_request_duration_seconds_count{${labels}} `);
    expect(counted('method="GET",route="/api/v1/strategy-ideas/:idea_id",status="404"')).toBe(true);
    expect(counted('method="GET",route="unrouted",status="404"')).toBe(true);
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/console{/*path}",');
    expect(text).not.toMatch(/nothing\/at\/all|runs"|assets/);
    expect(text).not.toContain('strategy-ideas/1');
  });

  it('say how many jobs wait in the database, without any worker, and how many it has none of', async () => {
    const answer = await api.post('/api/v1/backtesting', backtestBody({}));
    expect(answer.status).toBe(202);
    await api.database.query(`update job_runs set queued_at = now() - interval '1 hour'`);
    const text = await until('the figures are read', async () => {
      const metrics = await request(address).get('/metrics');
      return metrics.text.includes('job_queue_jobs{job="backtest",state="waiting"} 1\n') && metrics.text;
    });
    expect(text).toContain('job_queue_jobs{job="backtest",state="running"} 0\n');
    expect(text).toContain('job_queue_jobs{job="funding-ingest",state="delayed"} 0\n');
    const [, oldest] = /job_oldest_pending_seconds\{job="backtest"\} ([\d.]+)/.exec(text)!;
    expect(Math.floor(Number(oldest) / 60)).toBe(60);
    expect(text).toMatch(/^job_outbox_entries \d+$/m);
    expect(text).toMatch(/^job_outbox_oldest_seconds [\d.]+$/m);
  });

  it('have the route of requests that are refused before they are routed', async () => {
    const ideas = '/api/v1/strategy-ideas';
    await api.anonymous().get(ideas);
    await api.anonymous().get(`${ideas}/7`);
    await api.anonymous().get('/no/such/path');
    await api.anonymous().post(ideas).set('authorization', `Bearer ${tokenFor()}`).type('json').send('{');
    await api.get(`${ideas}/%zz`);
    const { hostname, port } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port) }).end('no HTTP\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    const { text } = await api.get('/metrics');
    for (const labels of [
      'method="GET",route="/api/v1/strategy-ideas",status="401"',
      'method="GET",route="/api/v1/strategy-ideas/:idea_id",status="401"',
      'method="GET",route="unrouted",status="401"',
      'method="POST",route="/api/v1/strategy-ideas",status="400"',
      'method="GET",route="/api/v1/strategy-ideas/:idea_id",status="400"',
      'method="other",route="unparsed",status="400"',
    ])
      expect(text).toContain(`http_request_duration_seconds_count{${labels}} 1\n`);
    expect(text).not.toMatch(/zz|such/);
  });

  it.each(['end', 'destroy'] as const)(
    'count a request once, as 499, whose client disconnects amid its body by socket.%s()',
    async (leave) => {
      const path = { end: '/api/v1/trade-journal/fills', destroy: '/api/v1/trade-journal' }[leave];
      const { text: before } = await api.get('/metrics');
      const { hostname, port } = new URL(api.url);
      const socket = connect({ host: hostname, port: Number(port) });
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Bearer ${tokenFor()}`,
        'Content-Type: application/json',
        'Content-Length: 1000',
      ];
      socket.resume();
      await once(socket, 'connect');
      const bytes = `${head.join('\r\n')}\r\n\r\n{"symbol":`;
      await new Promise<unknown>((resolve) => socket.write(bytes, resolve));
      socket[leave]();
      const text = await until('the request is counted', async () => {
        const metrics = await api.get('/metrics');
        return metrics.text.includes(`route="${path}",status=`) && metrics.text;
      });
      const counts = [...text.matchAll(/_count\{method="POST",route="(.*)",status="(\d+)"\} (\d+)/g)];
      expect(
        counts.filter(([, route]) => route === path).map(([, , status, count]) => [status, count]),
      ).toEqual([['499', '1']]);
      const unparsed = /_count\{method="other",route="unparsed".*/;
      expect(unparsed.exec(text)?.[0]).toBe(unparsed.exec(before)?.[0]);
    },
  );

  it('have no method that a route does not offer', async () => {
    const path = '/api/v1/features/definitions';
    for (const method of ['put', 'patch', 'options', 'head'] as const) {
      await api.anonymous()[method](path);
      await api.anonymous()[method](path).set('authorization', `Bearer ${tokenFor()}`);
    }
    const { text } = await api.get('/metrics');
    const counted = [...text.matchAll(/_count\{method="(\w+)",route="(.*)",status="(\d+)"\} (\d+)/g)]
      .filter(([, , route]) => route === path)
      .map(([, method, , status, count]) => `${method} ${status}: ${count}`);
    expect(counted.sort()).toEqual([
      'HEAD 200: 1',
      'HEAD 401: 1',
      'other 204: 1',
      'other 401: 3',
      'other 405: 2',
    ]);
  });

  it('are answered with any query, on both ports', async () => {
    expect((await api.get('/metrics?x=1')).status).toBe(200);
    expect((await request(address).get('/metrics?x=1')).status).toBe(200);
  });

  it('leave event streams out of the requests', async () => {
    const stream = await fetch(`${api.url}/api/v1/streams/ohlcv?exchange=x&symbol=X`, {
      headers: { authorization: `Bearer ${tokenFor()}` },
    });
    expect(stream.status).toBe(200);
    await stream.body!.cancel();
    const text = await until('the stream is closed', async () => {
      const metrics = await request(address).get('/metrics');
      return /^streams_open 0$/m.test(metrics.text) && metrics.text;
    });
    expect(text).not.toContain('route="/api/v1/streams/ohlcv"');
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
