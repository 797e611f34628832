import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { JobFlows } from './job-flows';

describe('a queue that takes connections and never says a word', () => {
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

  it('is not waited for without end, neither with a flow nor at the end of the process', async () => {
    const { port } = server.address() as AddressInfo;
    const connection = {
      host: '127.0.0.1',
      port,
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      // After which the client lets go of a connection that it has closed.
      disconnectTimeout: 100,
    };
    const flows = new JobFlows({ connection });
    await expect(flows.addSearch({ id: 1, run: 1 }, [0, 1])).rejects.toThrow(
      'The queue did not answer within 5 s',
    );
    await expect(flows.onApplicationShutdown()).resolves.toBeUndefined();
    expect(sockets.size).toBeGreaterThan(0);
  }, 15_000);
});
