import { once } from 'node:events';
import { connect } from 'node:net';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

const IDEAS = '/api/v1/strategy-ideas';
const BODY = JSON.stringify({ name: 'n', description: 'd' });

/** RFC 9110, 10.1.1. */
describe('Expect: 100-continue', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  /** Sends the head alone, the body after `100 Continue`, and answers the status lines that came. */
  const send = async (method: string, authorization: string, body = BODY) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    let hasSentBody = false;
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!hasSentBody && text.startsWith('HTTP/1.1 100 ')) {
        hasSentBody = true;
        socket.write(body);
      }
      // The connection is kept after an answer to the whole request.
      if (hasSentBody && text.endsWith('}')) socket.end();
    });
    socket.write(
      `${method} ${IDEAS} HTTP/1.1\r\nHost: x\r\n${authorization}Expect: 100-continue\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await once(socket, 'close');
    return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status), text };
  };

  it('requests the body of a request whose token is good', async () => {
    const { statuses, text } = await send('POST', `Authorization: Bearer ${tokenFor()}\r\n`);
    expect(statuses).toEqual(['100', '201']);
    expect(text).toContain('"name":"n"');
  });

  it.each([
    ['without a token', 'POST', '', '401'],
    ['with a forged token', 'POST', `Authorization: Bearer ${tokenFor().slice(0, -4)}AAAA\r\n`, '401'],
    ['with a method that is not offered', 'PUT', `Authorization: Bearer ${tokenFor()}\r\n`, '405'],
  ])(
    'refuses a request %s before its body, and closes the connection',
    async (_, method, authorization, status) => {
      const { statuses, text } = await send(method, authorization);
      expect(statuses).toEqual([status]);
      expect(text).toMatch(/^connection: close\r$/im);
    },
  );
});
