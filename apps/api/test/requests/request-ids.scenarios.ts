import { SpanKind } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { CandleChangesReader } from '#domain/market-data/reading/candle-changes.reader';
import { Activity, traceWith } from '#platform/tracing/activity';
import { candleBody } from '../support/bodies';
import { captureLog } from '../support/captured-log';
import { CANDLES } from '../support/hourly-candles';
import { openAnswer } from '../support/open-exports';
import { type RunningApi, startApi } from '../support/running-api';
import { newSymbol } from '../support/stream-candles';
import { until } from '../support/until';
import { minuteLines, sendBulk } from '../support/uploads';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const IDS = { 'x-request-id': 'r-1', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
const MEBIBYTE = 1024 * 1024;

describe('ids of a request', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const newSeries = () => ({ exchange: 'binance', symbol: newSymbol(), interval: '1m' });
  const streamOf = (series: Record<string, string>) =>
    `/api/v1/streams/ohlcv?${new URLSearchParams(series).toString()}`;
  const post = (body: string) =>
    api
      .post(CANDLES)
      .set({ ...IDS, 'content-type': 'application/json' })
      .serialize(() => body)
      .send({});

  /** Opens a stream and cuts it when `work` is done. */
  async function withStream(series: Record<string, string>, work = () => Promise.resolve()) {
    const answer = await openAnswer(`${api.url}${streamOf(series)}`, IDS);
    try {
      await work();
    } finally {
      answer.destroy();
    }
    return { status: answer.statusCode };
  }

  it.each([
    [401, 'without a token', () => api.anonymous().post(CANDLES).set(IDS).send('{')],
    [400, 'of malformed JSON', () => post('{')],
    [413, 'with a body that is too large', () => post(' '.repeat(MEBIBYTE + 1))],
    [415, 'of another type', () => post('{}').set('content-type', 'text/plain')],
    [200, 'of an upload with a wrong line', () => sendBulk(api, '{"a":1}\n').set(IDS)],
    [422, 'of a stream', () => api.get('/api/v1/streams/ohlcv').set(IDS)],
    [200, 'of a stream', () => withStream(newSeries())],
  ])('are in the lines of the %i %s', async (status, _what, send) => {
    await captureLog(api.application, async (lines) => {
      expect((await send()).status).toBe(status);
      await until('it is logged', () => lines.some((line) => line.includes('"msg":"request"')));
      for (const line of lines) {
        expect(JSON.parse(line)).toMatchObject({ request_id: 'r-1', trace_id: TRACE });
      }
    });
  });

  describe('that is traced', () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    beforeEach(() => {
      exporter.reset();
      traceWith(provider.getTracer('test'));
    });
    afterEach(() => traceWith(undefined));

    it.each([
      ['a body', 201, () => post(JSON.stringify(candleBody({ symbol: newSymbol() }))), 'insert candlesticks'],
      ['an upload', 200, () => sendBulk(api, minuteLines(newSymbol(), 3)).set(IDS), 'insert candlesticks'],
      ['a stream', 200, () => withStream(newSeries()), 'select series'],
    ])('are those of the statements after %s is read', async (_what, status, send, statement) => {
      expect((await send()).status).toBe(status);
      const finished = () => exporter.getFinishedSpans();
      await until('the request is over', () => finished().some(({ kind }) => kind === SpanKind.SERVER));
      expect(finished().map(({ name }) => name)).toContain(statement);
      expect(new Set(finished().map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]));
    });
  });

  it('are not those of the polls that its stream shares with others', async () => {
    const activities: unknown[] = [];
    const changes = api.application.get(CandleChangesReader, { strict: false });
    const polls = jest.spyOn(changes, 'findMoved').mockImplementation(() => {
      activities.push(Activity.current?.logFields);
      return Promise.resolve([]);
    });
    try {
      await withStream(newSeries(), async () => {
        await until('two polls', () => activities.length >= 2);
      });
      expect(new Set(activities)).toEqual(new Set([undefined]));
    } finally {
      polls.mockRestore();
    }
  });
});
