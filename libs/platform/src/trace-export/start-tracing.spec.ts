import { SpanKind } from '@opentelemetry/api';
import { createLogger } from '../logging/logger';
import { Activity } from '../tracing/activity';
import { NO_TRACE } from '../tracing/trace-parent';
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

  describe('with an exporter', () => {
    type Report = (result: { code: number; error?: Error }) => void;

    /** What a process logs that has made three spans and stops at once; the SDK is OpenTelemetry's, its exporter answers as given. */
    async function linesOf(answer: (report: Report) => void): Promise<object[]> {
      class OTLPTraceExporter {
        export(_: unknown, report: Report) {
          answer(report);
        }
        shutdown() {
          return Promise.resolve();
        }
        forceFlush() {
          return Promise.resolve();
        }
      }
      const load = (name: string): Promise<unknown> =>
        name.endsWith('-otlp-proto') ? Promise.resolve({ OTLPTraceExporter }) : import(name);
      const lines: string[] = [];
      const logger = createLogger('test', 'info', { write: (line) => lines.push(line) });
      const stop = await startTracing({ otlpEndpoint: 'http://127.0.0.1:4318' }, logger, load);
      const declare = () => ({ name: 'GET', kind: SpanKind.SERVER });
      for (let span = 0; span < 3; span++) Activity.begin({ requestId: null, ...NO_TRACE }, declare).end();
      await stop();
      return lines.map((line) => JSON.parse(line) as object);
    }

    const never = expect.objectContaining({ spans: 3, msg: 'Spans of this process were never exported' });

    it('says at the end how many spans were not taken, whether or not there was an answer', async () => {
      expect(await linesOf(() => undefined)).toEqual([never]);
      const refusing = await linesOf((report) => report({ code: 1, error: new Error('no') }));
      expect(refusing).toEqual([
        expect.objectContaining({ msg: 'Export of traces failed; it is tried again' }),
        never,
      ]);
    });

    it('says nothing where all were', async () => {
      expect(await linesOf((report) => report({ code: 0 }))).toEqual([]);
    });
  });
});
