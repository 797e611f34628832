import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { EventReader } from '#domain/events/event-reader';
import { openUntilExpiry } from '../support/expiring-token';
import { EventStreamReader } from '../support/event-stream-reader';
import { type RunningApi, startApi } from '../support/running-api';
import { candle, newSymbol } from '../support/stream-candles';
import { until } from '../support/until';

const READERS = 20;
/** More than the newest ones that a process keeps. */
const ROWS = 2_000;

describe('events that many readers missed', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('are read once for all of them, and sent to each in order', async () => {
    await api.application
      .get(CandleIngest, { strict: false })
      .ingest({ exchange: 'test', symbol: newSymbol(), interval: '1m' }, [candle(0, '1')]);
    await api.database.query(
      `insert into events (kind, exchange, symbol, interval, event_count, content, bytes)
       select kind, exchange, symbol, interval, event_count, jsonb_set(content, '{0,revision}', to_jsonb(n + 1)), bytes
       from events, generate_series(1, $1::integer) n`,
      [ROWS],
    );
    const read = jest.spyOn(EventReader.prototype, 'after');
    const readers = await Promise.all(
      Array.from({ length: READERS }, () =>
        EventStreamReader.openAt(`${api.url}/api/v1/events`, { lastEventId: '0' }),
      ),
    );
    const revisions = Array.from({ length: ROWS + 1 }, (_, n) => n + 1);
    for (const { events } of readers) {
      await until('all of them', () => events.length > ROWS);
      const received = events.map(({ data }) => JSON.parse(data) as { data: { revision: number } });
      expect(received.map(({ data }) => data.revision)).toEqual(revisions);
    }
    // Each by itself would have read at least ten pages.
    expect(read.mock.calls.length).toBeLessThan(READERS * 5);
    read.mockRestore();
    for (const reader of readers) reader.cut();
  });

  it('begin anew where the id is of another database, and end when the token does, with their slot', async () => {
    const { opened: reader, expiresAt } = await openUntilExpiry((token) =>
      EventStreamReader.openAt(`${api.url}/api/v1/events?kind=candle.closed`, {
        lastEventId: '999999999999999',
        token,
      }),
    );
    const { data } = await reader.event('reset');
    expect(JSON.parse(data)).toMatchObject({
      event: 'reset',
      data: { last_event_id: '999999999999999', position: 0 },
    });
    expect((await reader.event('candle.closed')).id).not.toBe('');
    expect(JSON.parse((await reader.event('expired')).data)).toEqual({
      event: 'expired',
      detail: 'The token has expired',
    });
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    await until('none is open', async () => {
      const { body } = await api.get('/api/v1/streams/active');
      return (body as { total: number }).total === 0;
    });
  });
});
