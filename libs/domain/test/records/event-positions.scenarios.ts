import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import type { EventTransaction } from '#domain/event-log/event-log';
import { recordEvents } from '#domain/events/record-events';
import { EventNumbers } from '#domain/events/event-numbers';
import { EventReader } from '#domain/events/event-reader';
import { EventRetention } from '#domain/events/event-retention';
import type { EventData } from '#domain/events/events';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { MinuteSeries } from '../support/minute-series';
import { openStorage, type Storage } from '../support/storage';

const gapAt = (start: string): EventData<'gap.found'> => {
  return { exchange: 'test', symbol: 'A', interval: '1m', start, end: start, missing: 1 };
};

describe('the positions of events', () => {
  let storage: Storage;
  let numbers: EventNumbers;
  let reader: EventReader;
  beforeAll(async () => {
    storage = await openStorage();
    numbers = new EventNumbers(storage.dataSource);
    reader = new EventReader(storage.dataSource);
  });
  afterAll(() => storage.close());
  beforeEach(() => storage.pool.query('truncate events restart identity'));

  const record = (name: string, transaction: EventTransaction = storage.pool) =>
    recordEvents(storage.dataSource, transaction, 'gap.found', [gapAt(name)]);
  const namesAfter = async (position: number, limit?: number) =>
    (await reader.after(position, limit)).rows.map((row) => [
      row.position,
      (row.events[0].data as EventData<'gap.found'>).start,
    ]);

  it('follow the ids of what has committed, without gaps', async () => {
    for (const name of ['a', 'b', 'c']) await record(name);
    expect(await namesAfter(0)).toEqual([]);
    expect(await numbers.assign()).toMatchObject({
      kinds: [{ kind: 'gap.found', rows: 3, events: 3 }],
      isComplete: true,
    });
    await record('d');
    await numbers.assign();

    expect(await namesAfter(0)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ]);
    expect(await namesAfter(3)).toEqual([[4, 'd']]);
  });

  it('of a commit that comes late come after those that were read before it', async () => {
    const late = await storage.pool.connect();
    await late.query('begin');
    await record('late', late);
    await record('early');
    await numbers.assign();
    expect(await namesAfter(0)).toEqual([[1, 'early']]);
    await late.query('commit');
    late.release();
    await numbers.assign();

    expect(await namesAfter(1)).toEqual([[2, 'late']]);
  });

  it('are not given to what was rolled back', async () => {
    const failed = storage.dataSource.transaction(async (manager) => {
      await record('a', manager);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await numbers.assign();

    expect(await namesAfter(0)).toEqual([]);
  });

  it('are given by one process at a time, and by the next one when it is killed in the middle', async () => {
    await record('a');
    await record('b');
    const holder = await storage.pool.connect();
    await holder.query(`begin; select from events where id = 2 for update`);
    const outcome = numbers.assign().catch((error: unknown) => error);
    const numbering = async () => {
      const { rows } = await storage.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.at(0)?.pid;
    };
    let pid = await numbering();
    while (pid === undefined) pid = await numbering();
    expect(await numbers.assign()).toBe('busy');
    // Its client has the error before the server has let its locks go: the end itself is waited for.
    await storage.pool.query('select pg_terminate_backend($1, 10000)', [pid]);
    expect(await outcome).toBeInstanceOf(Error);
    await holder.query('rollback');
    holder.release();
    expect(await namesAfter(0)).toEqual([]);

    await new EventNumbers(storage.dataSource).assign();
    expect(await namesAfter(0)).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('ascend with the versions of each series, of eight writers and with two that number', async () => {
    const series = new MinuteSeries(storage);
    const ids = await Promise.all(Array.from({ length: 4 }, () => series.create()));
    let isOver = false;
    const write = async (writer: number) => {
      for (let round = 0; round < 40; round++) {
        const chosen = ids.filter((_, index) => (round + index * writer) % 3 !== 0);
        const minute = minuteAfterStart((round * 7 + writer) % 60);
        const candle = flatCandle(minute, `${writer}.${round + 1}`);
        await storage.store.upsert(chosen.map((id) => series.batchOf(id, [candle])));
      }
    };
    const number = async () => {
      while (!isOver) await numbers.assign();
    };
    // Reads while it is written: what a reader sees is never changed by what comes later.
    const seen: number[] = [];
    const revisions = new Map<number, number[]>();
    let position = 0;
    const readOn = async () => {
      const page = await reader.after(position);
      for (const row of page.rows) {
        seen.push(row.position);
        for (const { data } of row.events) {
          if (!('candles' in data)) continue;
          revisions.set(data.seriesId, [...(revisions.get(data.seriesId) ?? []), data.revision]);
        }
      }
      position = page.position;
    };
    const read = async () => {
      while (!isOver) await readOn();
    };
    const others = [number(), number(), read()];
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    isOver = true;
    await Promise.all(others);
    await numbers.assign();
    await readOn();

    expect(seen).toEqual(seen.map((_, index) => index + 1));
    for (const id of ids) {
      const [{ version }] = (
        await storage.pool.query<{ version: string }>('select version from series where id = $1', [id])
      ).rows;
      const ofSeries = revisions.get(id)!;
      // What was closed and what was corrected by one commit are two rows.
      const inOrder = ofSeries.filter((revision, index) => revision !== ofSeries[index - 1]);
      expect(inOrder).toEqual(Array.from({ length: Number(version) }, (_, n) => n + 1));
    }
  });

  it('are read a page at a time, by kind, exchange and symbol', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await record(name);
    const other = { ...gapAt('e'), symbol: 'B' };
    await recordEvents(storage.dataSource, storage.pool, 'gap.found', [other]);
    await numbers.assign();

    const page = await reader.after(1, 2);
    expect(page).toMatchObject({ from: 1, position: 3, hasMore: true, isReset: false });
    expect((await reader.after(0, 10, { symbol: 'B' })).rows).toMatchObject([{ position: 5 }]);
    expect(await reader.after(0, 10, { kinds: ['candle.closed'] })).toMatchObject({
      rows: [],
      position: 5,
      hasMore: false,
    });
    expect((await reader.after(0, 10, { exchange: 'none' })).rows).toEqual([]);
  });

  describe('that are kept', () => {
    const ALL = { eventsKeptHours: 24, eventsKeptRows: 1_000, eventsKeptMegabytes: 1_000 };
    const keep = (limits: Partial<typeof ALL>) =>
      new EventRetention(storage.dataSource, { ...ALL, ...limits }).deleteOld();
    beforeEach(async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await record(name);
      await numbers.assign();
    });

    it('are the last so many rows', async () => {
      await keep({ eventsKeptRows: 2 });
      expect(await namesAfter(3)).toEqual([
        [4, 'd'],
        [5, 'e'],
      ]);
    });

    it('are those of the last hours, and the last one', async () => {
      await storage.pool.query(
        `update events set recorded_at = now() - interval '25 hours' where position <= 3`,
      );
      await keep({});
      expect((await namesAfter(3)).map(([position]) => position)).toEqual([4, 5]);
      await storage.pool.query(`update events set recorded_at = now() - interval '25 hours'`);
      await keep({});
      expect((await namesAfter(4)).map(([position]) => position)).toEqual([5]);
      await record('f');
      await numbers.assign();
      expect((await namesAfter(4)).map(([position]) => position)).toEqual([5, 6]);
    });

    it('have no gaps, though one that committed late is older than those before it', async () => {
      await storage.pool.query(
        `update events set recorded_at = now() - interval '25 hours' where position = 3`,
      );
      await keep({});
      expect((await namesAfter(0)).map(([position]) => position)).toEqual([1, 2, 3, 4, 5]);
    });

    it('are the last so many bytes', async () => {
      await storage.pool.query('update events set bytes = 600000, bytes_to = position * 600000');
      await keep({ eventsKeptMegabytes: 2 });
      // Three of 600,000 bytes and no fourth.
      expect(await reader.after(1)).toMatchObject({ isReset: true, from: 2 });
    });

    it('are nowhere else than reported: a reader before them, or after the last one, is reset', async () => {
      await keep({ eventsKeptRows: 2 });
      expect(await reader.after(3)).toMatchObject({ isReset: false, from: 3 });
      expect(await reader.after(2)).toMatchObject({ isReset: true, from: 3, position: 5 });
      expect(await reader.after(6)).toMatchObject({ isReset: true, from: 3, position: 5 });
    });
  });

  it('are none where events are switched off', async () => {
    const options = dataSourceOptions({
      databaseUrl: storage.url,
      databasePoolSize: 2,
      recordsEvents: false,
    });
    const off = new DataSource(options);
    await off.initialize();
    await recordEvents(off, off.manager, 'gap.found', [gapAt('a')]);
    await off.destroy();
    const { rows } = await storage.pool.query('select from events');
    expect(rows).toHaveLength(0);
  });
});
