import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';

describe('ApiClient', () => {
  let server: Server;
  let url: string;
  let answers: { status: number; headers?: Record<string, string> }[];
  let requestedAt: number[];
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requestedAt.push(performance.now());
      const { status, headers } = answers.shift()!;
      response.writeHead(status, headers).end('{"total": 1}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requestedAt = [];
  });
  afterAll(() => server.close());

  it('waits as long as Retry-After says where it is rate limited, and says so', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '2' } }, { status: 200 }];
    const said: string[] = [];
    const client = new ApiClient(url, 'token', new AbortController().signal, (line) => said.push(line));
    expect(await client.get('/path')).toEqual({ total: 1 });
    expect(requestedAt[1] - requestedAt[0]).toBeGreaterThan(1_900);
    expect(said).toEqual(['  Rate limited: GET /path is sent again in 2 s']);
  });

  it('answers any other refusal with its status', async () => {
    answers = [{ status: 404 }];
    const client = new ApiClient(url, 'token', new AbortController().signal);
    await expect(client.get('/path')).rejects.toMatchObject({ status: 404 });
  });

  it('stops waiting when the launcher stops', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '60' } }];
    const stop = new AbortController();
    const client = new ApiClient(url, 'token', stop.signal, () => stop.abort());
    await expect(client.get('/path')).rejects.toThrow(/abort/i);
  });
});
