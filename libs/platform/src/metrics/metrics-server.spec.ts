import { portOf, startMetricsServer } from './metrics-server';

describe('startMetricsServer', () => {
  it('names the variable to set where its port is taken', async () => {
    const ready = () => Promise.resolve({ status: 'ready' } as const);
    const first = await startMetricsServer({ port: 0, host: '127.0.0.1' }, ready);
    const port = portOf(first);
    try {
      await expect(startMetricsServer({ port, host: '127.0.0.1' }, ready)).rejects.toThrow(
        `Port ${port} is taken: set METRICS_PORT to a free one, or to 0 for any`,
      );
    } finally {
      first.close();
    }
  });

  // The first address is one of RFC 5737's, which no machine has; `.invalid` never resolves, by RFC 2606.
  it.each(['192.0.2.1', 'host.invalid'])('says that HOST is not of this machine: %s', async (host) => {
    const ready = () => Promise.resolve({ status: 'ready' } as const);
    await expect(startMetricsServer({ port: 0, host }, ready)).rejects.toThrow(
      `HOST: must be an address or a name of this machine, such as 0.0.0.0 or 127.0.0.1; ${host} is none`,
    );
  });
});
