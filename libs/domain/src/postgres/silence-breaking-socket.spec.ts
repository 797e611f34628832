import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { silenceBreakingSocket } from './silence-breaking-socket';

describe('silenceBreakingSocket', () => {
  let server: Server;
  let peers: Socket[];
  beforeEach(async () => {
    peers = [];
    server = createServer((peer) => {
      peers.push(peer);
      peer.on('error', () => undefined);
      // Speaks for as long as it is spoken to.
      peer.on('data', (bytes) => peer.write(bytes));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const peer of peers) peer.destroy();
    server.close();
  });
  const port = () => (server.address() as AddressInfo).port;

  it('breaks with an error when nothing comes or goes', async () => {
    const socket = silenceBreakingSocket(50).connect(port(), '127.0.0.1');
    const [error] = (await once(socket, 'close').catch((failure: unknown) => [failure])) as [Error];
    expect(error.message).toBe('Connection terminated: the server was silent for 50 ms');
    expect(socket.destroyed).toBe(true);
  });

  it('stays while there is traffic, for longer than the silence it allows', async () => {
    const socket = silenceBreakingSocket(200).connect(port(), '127.0.0.1');
    const startedAt = performance.now();
    let echoes = 0;
    socket.on('data', () => {
      echoes++;
      if (performance.now() - startedAt < 500) socket.write('.');
      else socket.end();
    });
    socket.write('.');
    await once(socket, 'close');
    expect(echoes).toBeGreaterThan(3);
  });

  it('fails what a Postgres client is waiting for', async () => {
    const client = new Client({ port: port(), host: '127.0.0.1', stream: () => silenceBreakingSocket(50) });
    peers.length = 0;
    server.removeAllListeners('connection');
    server.on('connection', (peer) => peers.push(peer));
    await expect(client.connect()).rejects.toThrow('Connection terminated: the server was silent for 50 ms');
  });
});
