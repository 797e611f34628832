import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { readersOfTests } from '../support/event-stream-reader';
import { type RunningApi, startApi } from '../support/running-api';
import { candle, newSymbol } from '../support/stream-candles';
import { socketsOfTests } from '../support/web-socket-client';

describe('where events are switched off', () => {
  let api: RunningApi;
  const openReader = readersOfTests();
  const openSocket = socketsOfTests();
  beforeAll(async () => {
    api = await startApi(() => ({ EVENTS: 'off' }));
  });
  afterAll(() => api.stop());

  it('streams of events say so, and candles and tickers are streamed by both protocols', async () => {
    const { status, body } = await api.get('/api/v1/events');
    expect([status, body]).toMatchObject([409, { detail: 'No events are recorded here: EVENTS is off' }]);
    const name = { exchange: 'test', symbol: newSymbol(), interval: '1m' } as const;
    const reader = await openReader(api.url, name);
    const socket = await openSocket(api.url);
    await socket.subscribe([`test:${name.symbol}`], ['kline_1m', 'ticker']);
    await api.application.get(CandleIngest, { strict: false }).ingest(name, [candle(0, '4')]);
    for (const client of [reader, socket]) await client.close('4');
    await socket.event('ticker');
    expect((await api.database.query('select from events')).rowCount).toBe(0);
  });
});
