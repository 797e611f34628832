import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { runEventConsumer } from '../../../../test/event-consumers';
import { EventStreamReader } from '../support/event-stream-reader';
import { expectDeclaredEvents } from '../support/expect-declared-events';
import { type RunningApi, startApi } from '../support/running-api';
import { candle, newSymbol } from '../support/stream-candles';
import { tokenFor } from '../support/token';
import { until } from '../support/until';

const COMMITS = 3;
const CANDLES = 200;
/** An event has about 500 bytes: in the middle of the first commit, and of the second. */
const CUTS = [20_000, 130_000];

describe('the TypeScript consumer of the guide', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('prints every event once and in order while its connections are cut', async () => {
    const symbol = newSymbol();
    const parameters = new URLSearchParams({ symbol, kind: 'candle.closed' }).toString();
    const reader = await EventStreamReader.openAt(`${api.url}/api/v1/events?${parameters}`);
    const lastId = await until('a position', () => reader.lastEventId || undefined);
    const ingest = api.application.get(CandleIngest, { strict: false });
    for (let commit = 0; commit < COMMITS; commit++) {
      const minutes = Array.from({ length: CANDLES }, (_, minute) => commit * CANDLES + minute);
      await ingest.ingest(
        { exchange: 'test', symbol, interval: '1m' },
        minutes.map((minute) => candle(minute, '1')),
      );
    }
    const events = COMMITS * CANDLES;
    await until('all are read', () => reader.events.length === events);
    reader.cut();
    expectDeclaredEvents([reader]);

    const token = tokenFor();
    const options = { url: api.url, token, parameters, events, lastId, cuts: CUTS };
    const lines = reader.events.map(({ data }) => {
      const { id, type, subject } = JSON.parse(data) as Record<'id' | 'type' | 'subject', string>;
      return `${type} ${subject} ${id}`;
    });
    expect(await runEventConsumer('typescript', options)).toEqual(lines);
  });
});
