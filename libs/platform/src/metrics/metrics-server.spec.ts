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
});
