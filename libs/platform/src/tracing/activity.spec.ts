import { SpanKind } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { createLogger } from '../logging/logger';
import { Activity, traceWith } from './activity';
import { NO_TRACE } from './trace-parent';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, tracestate: 'congo=t61' };
const server = () => ({ name: 'GET', kind: SpanKind.SERVER });

describe('Activity', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  afterEach(() => {
    traceWith(undefined);
    exporter.reset();
  });

  it('hands on the trace of its caller where nothing is traced', () => {
    const activity = Activity.begin({ requestId: 'r-1', ...CALLER }, server);
    activity.run(() => {
      expect(Activity.trace).toEqual(CALLER);
      expect(Activity.current?.logFields).toEqual({ request_id: 'r-1', trace_id: TRACE });
    });
    expect(Activity.trace).toEqual(NO_TRACE);
  });

  it('has no trace where that of the caller is not valid', () => {
    const invalid = { requestId: 'r-1', traceparent: 'nonsense', tracestate: 'a=1' };
    Activity.begin(invalid, server).run(() => {
      expect(Activity.trace).toEqual(NO_TRACE);
      expect(Activity.current?.logFields).toEqual({ request_id: 'r-1' });
    });
  });

  it('takes what is bound to it along, whoever calls it', () => {
    const [first, second] = ['r-1', 'r-2'].map((requestId) =>
      Activity.begin({ requestId, ...CALLER }, server),
    );
    const bound = first.run(() =>
      Activity.bind((word: string) => [word, Activity.current?.logFields.request_id]),
    );
    const free = Activity.bind(() => Activity.current);

    expect(second.run(() => [bound('called'), free(), Activity.current])).toEqual([
      ['called', 'r-1'],
      undefined,
      second,
    ]);
  });

  it('has its ids in each log line until it ends', () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => lines.push(line) });
    const activity = Activity.begin({ requestId: 'r-1', ...NO_TRACE }, server, { job: 'backtest' });
    activity.run(() => {
      logger.info({ job: 'of the line' }, 'during');
      activity.end();
      logger.info('afterwards');
    });
    const [during, afterwards] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(during).toMatchObject({ request_id: 'r-1', job: 'of the line', msg: 'during' });
    expect(afterwards).not.toHaveProperty('request_id');
  });

  it('is a span from request over job to statement, in the trace of the caller', async () => {
    traceWith(provider.getTracer('test'));
    const request = Activity.begin({ requestId: 'r-1', ...CALLER }, server);
    const submitted = await request.run(() =>
      Activity.inSpan(
        () => ({ name: 'send backtest', kind: SpanKind.PRODUCER }),
        () => Promise.resolve(Activity.trace),
      ),
    );
    request.end();
    const job = Activity.begin({ requestId: 'r-1', ...submitted }, () => ({ name: 'process backtest' }));
    job.run(() => Activity.current?.startSpan(() => ({ name: 'select backtests' }))?.end());
    job.end();
    const spans = exporter.getFinishedSpans();
    const nameOf = (id?: string) => spans.find((span) => span.spanContext().spanId === id)?.name ?? id;
    expect(spans.map((span) => [span.name, nameOf(span.parentSpanContext?.spanId)])).toEqual([
      ['send backtest', 'GET'],
      ['GET', 'b7ad6b7169203331'],
      ['select backtests', 'process backtest'],
      ['process backtest', 'send backtest'],
    ]);
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]));
    expect(submitted.tracestate).toBe('congo=t61');
  });

  it('marks a part that failed by the name of its error alone', async () => {
    traceWith(provider.getTracer('test'));
    const failing = Activity.begin({ requestId: null, ...NO_TRACE }, server).run(() =>
      Activity.inSpan(
        () => ({ name: 'send' }),
        () => Promise.reject(new TypeError('secret')),
      ),
    );
    await expect(failing).rejects.toThrow('secret');
    const [{ attributes, status, events }] = exporter.getFinishedSpans();
    expect([attributes, status, events]).toEqual([{ 'error.type': 'TypeError' }, { code: 2 }, []]);
  });
});
