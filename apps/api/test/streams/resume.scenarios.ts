import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { EventStreamReader, type Kline } from '../support/event-stream-reader';
import { type Replica, startReplica } from '../support/replica';
import { type RunningApi, startApi } from '../support/running-api';
import { openSilentIngest, type SilentIngest } from '../support/silent-ingest';
import { candle, FIRST_OPEN_TIME, newSymbol, seeded } from '../support/stream-candles';
import { until } from '../support/until';

const minutesFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

/** A client that keeps the id of the last event it read, and what it read of each candle last. */
class CutReader {
  readonly closes = new Map<string, string>();
  /** Of the events in their order: the id, and the open time of the candle in ms since 1970 UTC. */
  readonly ids: { readonly id: string; readonly openTime: number }[] = [];
  connections = 0;
  events = 0;

  constructor(
    private readonly symbol: string,
    private lastEventId: string,
  ) {}

  /** Reads up to so many events of a new connection and cuts it; fewer where `isDone` before that. */
  async read(url: string, most: number, isDone: () => boolean): Promise<void> {
    const query = { exchange: 'test', symbol: this.symbol, interval: '1m' };
    const reader = await EventStreamReader.open(url, query, { lastEventId: this.lastEventId, most });
    this.connections++;
    let read = 0;
    await until(
      `${most} events, or all of them`,
      () => {
        for (const { event, id, data } of reader.events.slice(read)) {
          // Of 48,000 events; `expect` takes longer than reading one.
          if (event !== 'kline') throw new Error(`An event ${event}: ${data}`);
          const { open_time, close } = (JSON.parse(data) as { data: Kline }).data;
          this.closes.set(open_time, close);
          this.ids.push({ id, openTime: Date.parse(open_time) });
          this.lastEventId = id;
          read++;
        }
        return read === most || isDone();
      },
      60,
    );
    reader.cut();
    this.events += read;
  }
}

describe('streams whose connections break while they are sent what they missed', () => {
  let api: RunningApi;
  let other: Replica;
  let silent: SilentIngest;

  beforeAll(async () => {
    api = await startApi(async (databaseUrl) => {
      silent = await openSilentIngest(databaseUrl);
      return {};
    });
    other = await startReplica();
  });
  afterAll(async () => {
    await other.application.close();
    await silent.close();
    await api.stop();
  });

  const write = (symbol: string, candles: readonly CandleToWrite[], ingest = silent.ingest) =>
    ingest.ingest({ exchange: 'test', symbol, interval: '1m' }, candles, { allowOutliers: true });
  const idNow = async (symbol: string) => {
    const reader = await EventStreamReader.open(api.url, { exchange: 'test', symbol });
    const id = await until('an id', () => reader.lastEventId || undefined);
    reader.cut();
    return id;
  };
  const stored = async (symbol: string) => {
    const { rows } = await api.database.query<{ open_time: string; close: string }>(
      `select to_char(open_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as open_time, close
       from candlesticks join series on id = series_id where symbol = $1`,
      [symbol],
    );
    return new Map(rows.map(({ open_time, close }) => [open_time, close]));
  };
  const hasAll = (reader: CutReader, candles: ReadonlyMap<string, string>) =>
    reader.closes.size >= candles.size &&
    [...candles].every(([time, close]) => reader.closes.get(time) === close);

  it('get 8,000 late candles in as many connections as these take, six readers cut every 500 events', async () => {
    const symbol = newSymbol();
    await write(
      symbol,
      minutesFrom(0, 8_001).map((minute) => candle(minute, '1')),
    );
    const id = await idNow(symbol);
    const late = (first: number, length: number) =>
      write(
        symbol,
        minutesFrom(first, length).map((minute) => candle(minute, `${minute + 2}`)),
      );
    await late(0, 4_500);
    // Six in each commit and one in each, to and fro in time (613 has no divisor in common with 500).
    for (let n = 0; n < 500; n++) {
      const position = (n * 613) % 500;
      await Promise.all([late(4_500 + 6 * position, 6), late(7_500 + position, 1)]);
    }
    const all = await stored(symbol);

    const readers = Array.from({ length: 6 }, () => new CutReader(symbol, id));
    const isDone = (reader: CutReader) => reader.closes.size === all.size && hasAll(reader, all);
    // Cut all at once, as by a proxy, and each on another replica the next time.
    for (let round = 0; round < 25 && !readers.every(isDone); round++) {
      const urls = [api.url, other.url];
      const unfinished = readers.filter((reader) => !isDone(reader));
      await Promise.all(
        unfinished.map((reader, index) =>
          reader.read(urls[(index + round) % 2], 500, () => reader.closes.size === all.size),
        ),
      );
    }
    for (const reader of readers) {
      expect(hasAll(reader, all)).toBe(true);
      expect(reader.connections).toBeLessThanOrEqual(Math.ceil(all.size / 500));
    }
  }, 240_000);

  it('get on by every event where each connection carries one', async () => {
    const symbol = newSymbol();
    await write(
      symbol,
      minutesFrom(0, 100).map((minute) => candle(minute, '1')),
    );
    const id = await idNow(symbol);
    for (const minute of [70, 3, 41]) await write(symbol, [candle(minute, `${minute}`)]);
    await write(
      symbol,
      minutesFrom(20, 9).map((minute) => candle(minute, `${minute}`)),
    );
    await write(
      symbol,
      minutesFrom(100, 8).map((minute) => candle(minute, `${minute}`)),
    );
    const reader = new CutReader(symbol, id);
    // 12 corrections, the candle that was the newest, and 8 new ones.
    for (let connection = 0; connection < 21; connection++) await reader.read(api.url, 1, () => false);
    const changed = [...(await stored(symbol))].filter(
      ([time, close]) => close !== '1' || time.endsWith('01:39:00Z'),
    );
    expect([...reader.closes].sort()).toEqual(changed.sort());
    // `<newest open time known>.<commit>.<open time just sent>`; while older candles come, the newest one known stays.
    const newest = FIRST_OPEN_TIME + 99 * 60_000;
    for (const { id: sent, openTime } of reader.ids.slice(0, -1)) {
      expect(sent).toMatch(new RegExp(`^${Math.max(newest, openTime)}\\.\\d{13}\\.${openTime}$`));
    }

    // An id as earlier versions sent it.
    const [openTime, committedAt] = id.split('.');
    const early = new CutReader(symbol, `${openTime}.${committedAt}`);
    await early.read(api.url, 100, () => hasAll(early, new Map(changed)));
    expect([...early.closes].sort()).toEqual(changed.sort());
  });

  it.each([1, 2, 3])(
    'miss nothing and get nothing in vain, whatever is written meanwhile (seed %i)',
    async (seed) => {
      const symbol = newSymbol();
      const numbers = seeded(seed);
      const below = (limit: number) => numbers.next().value % limit;
      let count = 200;
      /** Events that writes give reason for: one for each candle between the first and the last that a write changed. */
      let due = 0;
      await write(
        symbol,
        minutesFrom(0, count).map((minute) => candle(minute, '1')),
      );
      const id = await idNow(symbol);
      const writeSome = async (writes: number) => {
        for (let n = 0; n < writes; n++) {
          const isNew = below(5) === 0;
          const first = isNew ? count - below(2) : below(count);
          const length = isNew ? 1 + below(4) : Math.min(count - first, 1 + below(below(10) === 0 ? 60 : 4));
          const candles = minutesFrom(first, length)
            .filter((minute) => minute === first || minute >= count || below(3) > 0)
            .map((minute) => candle(minute, `${2 + below(900_000)}`, below(8) > 0));
          count = Math.max(count, first + length);
          due += length;
          const announcing = api.application.get(CandleIngest, { strict: false });
          await write(symbol, candles, below(2) === 0 ? silent.ingest : announcing);
        }
      };
      await writeSome(200);
      const reader = new CutReader(symbol, id);
      const url = () => (below(2) === 0 ? api.url : other.url);
      // So little of so much that no connection gets to the end.
      for (let connection = 0; connection < 20; connection++) {
        await Promise.all([reader.read(url(), 1 + below(12), () => false), writeSome(below(4))]);
      }
      const changed = new Map([...(await stored(symbol))].filter(([, close]) => close !== '1'));
      while (!hasAll(reader, changed) && reader.connections < 300) {
        await reader.read(url(), 1 + below(25), () => hasAll(reader, changed));
      }
      expect([...changed].filter(([time, close]) => reader.closes.get(time) !== close)).toEqual([]);
      // The newest candle that was known comes once more with every connection.
      expect(reader.events).toBeLessThanOrEqual(due + reader.connections);
    },
  );

  it('are sent to the query where the notes of their commit are deleted', async () => {
    const symbol = newSymbol();
    await write(symbol, [candle(0, '1'), candle(1, '2')]);
    const eightDaysAgo = Date.now() - 8 * DAY_MILLISECONDS;
    const lastEventId = `${FIRST_OPEN_TIME + 60_000}.${eightDaysAgo}.${FIRST_OPEN_TIME}`;
    const reader = await EventStreamReader.open(api.url, { exchange: 'test', symbol }, { lastEventId });
    const { id } = await reader.event('reset');
    await reader.close('2');
    reader.cut();
    const again = await EventStreamReader.open(api.url, { exchange: 'test', symbol }, { lastEventId: id });
    await again.close('2');
    expect(again.events.map(({ event }) => event)).toEqual(['kline']);
    again.cut();
  });
});
