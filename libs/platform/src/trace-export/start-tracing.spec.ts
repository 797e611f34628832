import { createLogger } from '../logging/logger';
import { startTracing } from './start-tracing';

describe('startTracing', () => {
  it('loads nothing without an endpoint', async () => {
    const load = jest.fn();
    await (
      await startTracing({ otlpEndpoint: undefined }, createLogger('test', 'silent'), load)
    )();
    expect(load).not.toHaveBeenCalled();
  });

  it('says once what to install, and goes on without', async () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => lines.push(line) });
    const load = (name: string) => Promise.reject(new Error(`Cannot find package ${name}`));
    const stop = await startTracing({ otlpEndpoint: 'http://127.0.0.1:4318' }, logger, load);
    await stop();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(
      'npm install @opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-proto @opentelemetry/resources',
    );
  });
});
