import { readersOfTests } from '../support/event-stream-reader';
import { CANDLES } from '../support/hourly-candles';
import { type Replica, startReplica } from '../support/replica';
import { type RunningApi, startApi } from '../support/running-api';
import { appendMinutes, inMinute, newSymbol, postCandle } from '../support/stream-candles';
import { until } from '../support/until';
import { type SocketClient, socketsOfTests } from '../support/web-socket-client';

describe('WebSockets that were cut', () => {
  let api: RunningApi;
  let other: Replica;
  const openSocket = socketsOfTests();
  const openReader = readersOfTests();
  beforeAll(async () => {
    api = await startApi();
    other = await startReplica();
  });
  afterAll(async () => {
    await other.application.close();
    await api.stop();
  });

  const store = (symbol: string, minute: number, close: string) => postCandle(api, { symbol, minute, close });
  const closes = (client: SocketClient) => client.klines.map(({ close }) => close);

  it('resume with what came and what was corrected meanwhile, on another replica, and with nothing else', async () => {
    const symbol = newSymbol();
    for (let minute = 0; minute < 10; minute++) await store(symbol, minute, `${minute + 1}`);
    // Corrections of the last seconds come again: what happened here is to be older than that.
    await api.database.query(`update late_writes set written_at = written_at - interval '1 minute'`);
    const before = await openSocket(api.url);
    await before.subscribe([symbol], ['kline_1m']);
    await before.close('10');
    before.cut();
    await store(symbol, 10, '11');
    await store(symbol, 3, '44');
    const after = await openSocket(other.url);
    const { id } = before.messages.at(-1)!;
    const { subscriptions } = await after.subscribe([symbol], ['kline_1m'], id);
    expect(subscriptions![0].id).toBe(id);
    const reader = await openReader(
      other.url,
      { exchange: 'binance', symbol, interval: '1m' },
      { lastEventId: id },
    );
    for (const client of [after, reader]) {
      await client.close('11');
      expect(client.klines.map(({ open_time, close }) => [open_time, close])).toEqual([
        [inMinute(3), '44'],
        [inMinute(9), '10'],
        [inMinute(10), '11'],
      ]);
    }
    await store(symbol, 11, '12');
    await after.close('12');
  });

  it('that had received nothing get all that came meanwhile', async () => {
    const symbol = newSymbol();
    const before = await openSocket(api.url);
    const { subscriptions } = await before.subscribe([symbol], ['kline_1m']);
    before.cut();
    for (let minute = 0; minute < 3; minute++) await store(symbol, minute, `${minute + 1}`);
    const after = await openSocket(api.url);
    await after.subscribe([symbol], ['kline_1m'], subscriptions![0].id);
    await after.close('3');
    expect(closes(after)).toEqual(['1', '2', '3']);
  });

  it('are not sent again what they began with, when it reaches those that had been connected before', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '9');
    const before = await openSocket(api.url);
    const { subscriptions } = await before.subscribe([symbol], ['kline_1m']);
    await appendMinutes(api.database, symbol, 3);
    const after = await openSocket(api.url);
    await after.subscribe([symbol], ['kline_1m'], subscriptions![0].id);
    await after.close('3');
    await before.close('3');
    await store(symbol, 4, '4');
    await after.close('4');
    expect(closes(after)).toEqual(['9', '1', '2', '3', '4']);
  });

  it('are reset, with the query to send, where they missed more than 10,000 candles, and go on live', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    const before = await openSocket(api.url);
    const { subscriptions } = await before.subscribe([symbol], ['kline_1m']);
    before.cut();
    await appendMinutes(api.database, symbol, 10_001);
    const after = await openSocket(api.url);
    await after.subscribe([symbol], ['kline_1m'], subscriptions![0].id);
    const series = { exchange: 'binance', symbol, interval: '1m' };
    expect(await after.event('reset')).toMatchObject({
      symbol,
      data: {
        ...series,
        from: inMinute(0),
        query: { method: 'POST', path: `${CANDLES}/query`, body: { ...series, start: inMinute(0) } },
      },
    });
    await after.close('10001');
    await store(symbol, 10_002, '10002');
    await after.close('10002');
    expect(closes(after)).toEqual(['10001', '10002']);
  });

  it('miss nothing, however often they are cut, on whichever replica, while others go on beside them', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    const reader = await openReader(other.url, { exchange: 'binance', symbol, interval: '1m' });
    await reader.close('1');
    const received = new Map<string, string>();
    let since: string | undefined;
    let next = 2;
    for (let connection = 0; connection < 12; connection++) {
      const client = await openSocket([api.url, other.url][connection % 2]);
      const opening = client.subscribe([symbol, 'OTHER'].slice(0, since ? 1 : 2), ['kline_1m'], since);
      // New candles and corrections, some while it subscribes, some after it was cut.
      for (let n = 0; n < 6; n++) await store(symbol, (next * 5) % 17, `${next++}`);
      await opening;
      await until('a candle', () => client.klines.length > connection % 4);
      client.cut();
      for (const { event, id, data } of client.messages.slice()) {
        if (event !== 'kline') continue;
        received.set(data!.open_time, data!.close);
        since = id;
      }
      await store(symbol, (next * 5) % 17, `${next++}`);
    }
    const last = await openSocket(api.url);
    await last.subscribe([symbol], ['kline_1m'], since);
    await until('the reader has all', () => reader.klines.at(-1)?.close === `${next - 1}`);
    const expected = new Map(reader.klines.map(({ open_time, close }) => [open_time, close]));
    await until('it has what was stored last', () => {
      for (const { open_time, close } of last.klines) received.set(open_time, close);
      return [...expected].every(([time, close]) => received.get(time) === close);
    });
  });
});
