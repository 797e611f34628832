import { SMA_CROSS } from '../support/api-client';
import { findFreePort } from '../support/free-port';
import type { JobStage } from '../support/job-stage';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';
import { type ReceivedSpan, TraceReceiver } from '../support/trace-receiver';
import { eventually } from '../support/within';

/** The example of https://www.w3.org/TR/trace-context/#examples-of-http-traceparent-headers. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const REQUEST_ID = 'a-traced-sweep';
const SWEEP = { ...SMA_CROSS, param_grid: { fast: [10, 20], slow: [50, 100] } };
/** By opentelemetry/proto/trace/v1/trace.proto. */
const [SERVER, CLIENT, PRODUCER, CONSUMER] = [2, 3, 4, 5];
const [API, WORKER] = ['candelabra-api', 'candelabra-worker'];

type Services = readonly [api: ServiceProcess, worker: ServiceProcess];
type Line = Readonly<Record<string, unknown>>;

describe('traces of a sweep', () => {
  let stage: JobStage;
  let receiver: TraceReceiver;

  beforeAll(async () => {
    receiver = await TraceReceiver.start();
    stage = await sharedStage();
    await stage.runWorkers(0);
  });
  afterAll(() => receiver.close());

  /** Both services do a sweep, and stop when they have logged something. */
  async function sweep(environment: NodeJS.ProcessEnv, logged = /./): Promise<Services> {
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, LOG_LEVEL: 'debug', ...environment };
    const services = await Promise.all([stage.startAnotherApi(traced), stage.startWorker(traced)]);
    const [, url] = await services[0].printed(/"url":"([^"]+)"/);
    const { authorization } = stage.apiAt(url);
    const headers = { authorization, 'content-type': 'application/json', 'x-request-id': REQUEST_ID };
    const submitted = await fetch(`${url}/api/v1/backtesting/sweep`, {
      method: 'POST',
      headers: { ...headers, traceparent: `00-${TRACE}-${CALLER}-01` },
      body: JSON.stringify(SWEEP),
    });
    expect(submitted.status).toBe(202);
    const { id } = (await submitted.json()) as { id: number };
    await eventually(
      'the sweep is completed',
      async () => (await (await fetch(`${url}/api/v1/backtesting/sweep/${id}`, { headers })).json()) as Line,
      ({ status }) => status === 'completed',
    );
    for (const service of services) await service.printed(logged);
    for (const service of services) service.signal('SIGTERM');
    for (const service of services) expect(await service.exited).toEqual({ code: 0, signal: null });
    return services;
  }

  function linesOf({ output }: ServiceProcess): Line[] {
    return output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
  }

  describe('that are sampled', () => {
    let services: Services;
    beforeAll(async () => {
      services = await sweep({});
    });

    it('reach from the request to the statements of its jobs, and the last are sent at the end', () => {
      const spans = receiver.spans.filter(({ traceId }) => traceId === TRACE);
      const byId = new Map(spans.map((span) => [span.spanId, span]));
      const upTo = (span: ReceivedSpan | undefined): unknown[] =>
        span ? [...upTo(byId.get(span.parentSpanId)), [span.service, span.kind, span.name]] : [];

      const [request, ...others] = spans.filter(({ kind }) => kind === SERVER);
      expect([request.parentSpanId, others]).toEqual([CALLER, []]);
      expect(upTo(spans.find(({ name }) => name === 'process parameter-search-assemble'))).toEqual([
        [API, SERVER, 'POST /api/v1/backtesting/sweep'],
        [API, PRODUCER, 'send parameter-search'],
        [WORKER, CONSUMER, 'process parameter-search'],
        [WORKER, PRODUCER, 'send parameter-search-chunk'],
        [WORKER, CONSUMER, 'process parameter-search-chunk'],
        [WORKER, PRODUCER, 'send parameter-search-assemble'],
        [WORKER, CONSUMER, 'process parameter-search-assemble'],
      ]);

      const statements = spans.filter(({ kind }) => kind === CLIENT);
      const parents = new Set(statements.map(({ parentSpanId }) => byId.get(parentSpanId)?.name));
      for (const name of ['POST /api/v1/backtesting/sweep', 'process parameter-search-chunk']) {
        expect(parents).toContain(name);
      }
      expect(parents).not.toContain(undefined);
    });

    it('have their ids in the lines of both services', () => {
      const ids = { request_id: REQUEST_ID, trace_id: TRACE };
      const [api, worker] = services.map(linesOf);
      const answered = api.find(({ msg, method }) => msg === 'request' && method === 'POST');
      expect(answered).toMatchObject({ ...ids, path: '/api/v1/backtesting/sweep', status: 202 });
      const ofJobs = worker.filter(({ job }) => String(job).startsWith('parameter-search'));
      expect(ofJobs.length).toBeGreaterThanOrEqual(3);
      for (const line of ofJobs) expect(line).toMatchObject(ids);
    });
  });

  it('are not sent where none is sampled', async () => {
    receiver.spans.splice(0);
    await sweep({ OTEL_TRACES_SAMPLER: 'always_off' });
    expect(receiver.spans).toEqual([]);
  });

  it('cost a line where the collector is away, one with their number at the end, and nothing else', async () => {
    const collector = `http://127.0.0.1:${await findFreePort()}`;
    const services = await sweep(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector,
        OTEL_EXPORTER_OTLP_TIMEOUT: '500',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
      /Export of traces failed/,
    );
    for (const service of services) {
      const complaints = linesOf(service).filter(({ level }) => level === 'warn' || level === 'error');
      expect(complaints.map(({ msg }) => msg)).toEqual([
        'Export of traces failed; it is tried again',
        'Spans of this process were never exported',
      ]);
      expect(complaints[1].spans).toBeGreaterThan(0);
    }
  });
});
