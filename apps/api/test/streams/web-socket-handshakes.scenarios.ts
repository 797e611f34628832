import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { sendRaw } from '../support/raw-request';
import { type RunningApi, startApi } from '../support/running-api';
import { newSymbol } from '../support/stream-candles';
import { tokenFor } from '../support/token';
import { until } from '../support/until';
import { HandshakeRefused, socketsOfTests } from '../support/web-socket-client';

const PATH = '/api/v1/streams/ws';

describe('handshakes of WebSockets', () => {
  let api: RunningApi;
  const openSocket = socketsOfTests();
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const refusal = async (options: Parameters<typeof openSocket>[1]): Promise<HandshakeRefused> => {
    const error: unknown = await openSocket(api.url, options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HandshakeRefused);
    return error as HandshakeRefused;
  };

  it('take the token from the header, the subprotocol or the query', async () => {
    const token = tokenFor();
    const [byHeader, byProtocol, byQuery, byAll] = [
      await openSocket(api.url, { token }),
      await openSocket(api.url, { token: null, protocols: ['bearer', token] }),
      await openSocket(api.url, { token: null, query: `?token=${token}` }),
      await openSocket(api.url, { token, protocols: ['bearer', token], query: `?token=${token}` }),
    ];
    expect([byHeader, byProtocol, byQuery, byAll].map(({ socket }) => socket.protocol)).toEqual([
      ...['', 'bearer', '', 'bearer'],
    ]);
    for (const client of [byHeader, byProtocol, byQuery, byAll]) {
      expect((await client.request({ action: 'ping' })).event).toBe('pong');
    }
  });

  it.each([
    ['no token', { token: null }],
    ['a forged one in the header', { token: `${tokenFor()}x` }],
    ['a forged one in the subprotocol', { token: null, protocols: ['bearer', `${tokenFor()}x`] }],
    ['a forged one in the query', { token: null, query: `?token=${tokenFor()}x` }],
    ['the name of the subprotocol alone', { token: null, protocols: ['bearer'] }],
    ['two that differ', { protocols: ['bearer', tokenFor({ sub: 'another' })] }],
  ])('answer 401 with a body to %s', async (_, options) => {
    const { status, response, body } = await refusal(options);
    expect(status).toBe(401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(JSON.parse(body)).toMatchObject({
      detail: expect.any(String),
      request_id: response.headers['x-request-id'],
    });
  });

  it('take no token from the query or the subprotocol on any other path', async () => {
    const token = tokenFor();
    for (const path of ['/api/v1/streams/active', '/api/v1/streams/ws/', '/api/v1/streams/WS']) {
      expect((await api.anonymous().get(`${path}?token=${token}`)).status).toBe(401);
      const { status } = await api.anonymous().get(path).set('sec-websocket-protocol', `bearer, ${token}`);
      expect(status).toBe(401);
    }
  });

  it.each([
    ['no key', 'Sec-WebSocket-Version: 13\r\n', 400],
    ['a key that is none', 'Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n', 400],
    ['no version', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n', 400],
    ['another version', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 7\r\n', 400],
    [
      'a subprotocol that is no token',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: a,,b\r\n',
      400,
    ],
    ['a body', 'Content-Type: application/json\r\nContent-Length: 2\r\n', 426],
  ])('answer an error to %s', async (_, headers, status) => {
    const head = `GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokenFor()}\r\n`;
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
    const answer = await sendRaw(api.url, `${head}${upgrade}${headers}\r\n{}`);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).detail).toEqual(expect.any(String));
    if (status === 400) expect(answer.headers['sec-websocket-version']).toBe('13, 8');
  });

  it('refuse pages of other origins, which a browser names, with 403', async () => {
    const opened = async (origin: string) =>
      openSocket(api.url, { origin }).then(
        () => 101,
        (error: unknown) => (error as HandshakeRefused).status,
      );
    expect(await opened(api.url)).toBe(101);
    for (const origin of ['https://elsewhere.example', 'null']) expect(await opened(origin)).toBe(403);
  });

  it('answer 426 to a request that is none, 422 to a query they do not know, and 405 to another method', async () => {
    const plain = await api.get(PATH);
    expect([plain.status, plain.headers.upgrade]).toEqual([426, 'websocket']);
    expect((await refusal({ query: '?tokens=a' })).status).toBe(422);
    expect((await api.post(PATH)).status).toBe(405);
  });

  it('accept as RFC 6455 computes it, with the id of the request, and without compression', async () => {
    // The key and its answer are those of RFC 6455, 1.3.
    const head =
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokenFor()}\r\nX-Request-Id: of-the-test\r\n` +
      'Connection: Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n';
    const { port } = new URL(api.url);
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
    socket.write(head);
    const [answer] = (await once(socket, 'data')) as [string];
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 101 /);
    expect(answer).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n');
    expect(answer).toContain('X-Request-Id: of-the-test\r\n');
    expect(answer).not.toMatch(/extensions/i);
  });

  it('wait for the answer of a request before them on the connection', async () => {
    const head = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokenFor()}\r\n`;
    const handshake =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';
    const { port } = new URL(api.url);
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
    let received = '';
    socket.on('data', (text: string) => (received += text));
    socket.write(`${head('/api/v1/strategy-ideas')}\r\n${head(PATH)}${handshake}`);
    await until('both are answered', () => received.includes('HTTP/1.1 101 '));
    socket.destroy();
    expect(received.indexOf('HTTP/1.1 200 ')).toBe(0);
  });

  it('leave the other requests that want to upgrade as they are, on connections that go on', async () => {
    // What Java’s HTTP client sends with every request on a plain connection.
    const headers = {
      authorization: `Bearer ${tokenFor()}`,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      'content-type': 'application/json',
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string, body = '') =>
      new Promise<{ status?: number; text: string; port?: number }>((resolve, reject) => {
        const sent = request(`${api.url}${path}`, { method, headers, agent }, (response) => {
          const port = response.socket.localPort;
          let text = '';
          response.on('data', (part: Buffer) => (text += part.toString()));
          response.on('end', () => resolve({ status: response.statusCode, text, port }));
        });
        sent.on('error', reject);
        sent.end(body);
      });
    const symbol = newSymbol();
    // Longer than what comes with the head.
    const description = 'x'.repeat(9_000);
    const posted = await send(
      'POST',
      '/api/v1/strategy-ideas',
      JSON.stringify({ name: symbol, description }),
    );
    expect([posted.status, JSON.parse(posted.text)]).toEqual([
      201,
      expect.objectContaining({ name: symbol, description }),
    ]);
    const read = await send('GET', '/api/v1/strategy-ideas');
    expect([read.status, JSON.parse(read.text).items[0].name]).toEqual([200, symbol]);
    expect(read.port).toBe(posted.port);
    agent.destroy();
  });
});
