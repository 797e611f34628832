import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { JobQueues } from './job-queues';

describe('a queue that takes connections and never answers', () => {
  const sockets = new Set<Socket>();
  let server: Server;

  beforeAll(async () => {
    server = createServer((socket) => void sockets.add(socket.resume().on('error', () => undefined)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  });

  it('is not waited for without end, neither with jobs nor at the end of the process', async () => {
    const { port } = server.address() as AddressInfo;
    const connection = {
      host: '127.0.0.1',
      port,
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      // After which the client closes a connection whose end the server does not confirm.
      disconnectTimeout: 100,
    };
    const queues = new JobQueues({ connection }, pino({ level: 'silent' }));
    const entries = ['1:0', '1:1'].map((subject) => ({ id: subject, subject, run: 1, priority: 0 }));
    const chunks = entries.map((entry) => ({ ...entry, job: 'parameter-search-chunk' }));
    await expect(queues.add(chunks)).rejects.toThrow('The queue did not answer within 2 s');
    await expect(queues.onApplicationShutdown()).resolves.toBeUndefined();
    expect(sockets.size).toBeGreaterThan(0);
  }, 15_000);
});
