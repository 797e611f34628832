import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { prepareClosing } from './close-listener';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('closing a listener', () => {
  const clients: Socket[] = [];
  let server: Server;
  let close: () => Promise<void>;
  const listen = async (answer: RequestListener, silenceMilliseconds: number) => {
    server = createServer(answer);
    close = prepareClosing(server, silenceMilliseconds);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
    server.close();
  });

  /** Resolves when the server has accepted it. */
  const open = async () => {
    const accepted = once(server, 'connection');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(client);
    await accepted;
    return client;
  };

  it('ends connections on which nothing was ever sent', async () => {
    await listen((_request, response) => response.end(), 0);
    const client = await open();
    await close();
    expect(await text(client)).toBe('');
  });

  it('ends connections whose requests are answered, however often', async () => {
    await listen((_request, response) => response.end('answered'), 0);
    const client = await open();
    client.write(REQUEST);
    await once(client, 'data');
    await close();
    expect(await text(client)).toBe('');
  });

  it('answers who was accepted before and sends only then, and what is under way', async () => {
    const underWay: (() => void)[] = [];
    await listen((_request, response) => underWay.push(() => response.end('answered')), Infinity);
    const [early, late] = [await open(), await open()];
    early.write(REQUEST);
    await once(server, 'request');
    const closed = close();
    late.write(REQUEST);
    await once(server, 'request');
    for (const end of underWay) end();
    const answers = await Promise.all([early, late].map((client) => text(client)));
    await closed;
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]*answered/);
  });
});
