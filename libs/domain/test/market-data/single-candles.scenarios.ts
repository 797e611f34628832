import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Client } from 'pg';
import { isFarOff } from '#engine/market/outlier';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { SingleCandles } from '#domain/market-data/ingest/single-candles';
import { blockedConnection } from '../support/blocked-connection';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { openStorage, type Storage } from '../support/storage';

/** A volume that the database of these tests does not take. */
const REFUSED_VOLUME = '666';

describe('candles that come one by one', () => {
  let storage: Storage;
  let singles: SingleCandles;
  let symbols = 0;

  beforeAll(async () => {
    storage = await openStorage();
    const { dataSource, pool } = storage;
    singles = new SingleCandles(openCandleIngest(dataSource, { announce: () => undefined }, storage));
    await pool.query(`alter table candlesticks add check (volume <> ${REFUSED_VOLUME})`);
  });
  afterAll(() => storage.close());

  const newName = () => ({ exchange: 'single', symbol: `S${++symbols}`, interval: '1m' as const });
  type Name = ReturnType<typeof newName>;

  const store = (name: Name, candle: CandleToWrite, allowOutlier = false) =>
    singles.store({ name, candle, allowOutlier });

  const minute = (at: number, price = '1', volume = '1') => flatCandle(minuteAfterStart(at), price, volume);

  const minutes = (count: number, price = '1') =>
    Array.from({ length: count }, (_, index) => minute(index, price));

  async function stateOf(name: Name) {
    const { rows } = await storage.pool.query<{ version: number; count: number; closes: string[] }>(
      `select version::int, candle_count::int as count,
              array(select close::text from candlesticks where series_id = id order by open_time) as closes
       from series where symbol = $1`,
      [name.symbol],
    );
    return rows[0];
  }

  /** Somebody else who holds the row of a series until it is released. */
  async function holdSeries(name: Name): Promise<() => Promise<void>> {
    const holder = new Client({ connectionString: storage.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from series where symbol = $1 for update', [name.symbol]);
    return () => holder.end();
  }

  /** The connection whose upsert waits for a lock. */
  const blockedWriter = () => blockedConnection(storage.pool, '%insert into candlesticks%');

  it('share a commit when they come together', async () => {
    const [one, other] = [newName(), newName()];
    const candles = minutes(8);
    const results = await Promise.all([one, other].flatMap((name) => candles.map((c) => store(name, c))));
    expect(new Set(results.map(({ seriesId }) => seriesId)).size).toBe(2);
    expect(results.flatMap(({ problems }) => problems)).toEqual([]);
    for (const name of [one, other]) expect(await stateOf(name)).toMatchObject({ version: 1, count: 8 });
  });

  it('go together in the next statement when they come while one is under way', async () => {
    const name = newName();
    await store(name, minute(0));
    const letGo = await holdSeries(name);
    const first = store(name, minute(1));
    await blockedWriter();
    const later = [minute(2), minute(3), minute(4)].map((candle) => store(name, candle));
    await letGo();
    await Promise.all([first, ...later]);
    expect(await stateOf(name)).toMatchObject({ version: 3, count: 5 });
  });

  it('are stored one after the other where they have the same open time, and what each replaced is kept', async () => {
    const name = newName();
    const prices = ['1', '2', '3'];
    await Promise.all([...prices.map((price) => store(name, minute(0, price))), store(name, minute(1))]);
    expect(await stateOf(name)).toMatchObject({ version: 3, count: 2, closes: ['3', '1'] });
    const { rows } = await storage.pool.query(
      `select close::text from candlestick_revisions join series on series.id = series_id where symbol = $1
       order by candlestick_revisions.id`,
      [name.symbol],
    );
    expect(rows).toEqual([{ close: '1' }, { close: '2' }]);
  });

  it('are refused each on its own', async () => {
    const name = newName();
    await Promise.all(minutes(20).map((candle) => store(name, candle)));
    const [sound, upsideDown, outlier, allowed] = await Promise.all([
      store(name, minute(20, '2')),
      store(name, { ...minute(21), high: '0.5' }),
      store(name, minute(22, '21')),
      store(name, minute(23, '22'), true),
    ]);
    expect([sound, allowed].flatMap(({ problems }) => problems)).toEqual([]);
    expect(upsideDown.problems[0]).toMatchObject({ field: 'high' });
    expect(outlier.problems).toEqual([
      { field: 'close', message: expect.stringContaining('more than 10 times off') as string },
    ]);
    expect((await stateOf(name)).closes.slice(20)).toEqual(['2', '22']);
  });

  it('are judged and stored by one statement', async () => {
    const name = newName();
    await store(name, minute(0));
    const statements = jest.spyOn(storage.pool, 'query');
    await store(name, minute(1, '2'));
    expect(statements).toHaveBeenCalledTimes(1);
    await Promise.all([minute(2), minute(3), minute(4)].map((candle) => store(name, candle)));
    expect(statements).toHaveBeenCalledTimes(2);
    statements.mockRestore();
    expect(await stateOf(name)).toMatchObject({ version: 3, count: 5 });
  });

  // In doubles 0.07 × 10 is 0.7000000000000001, and 0.3 × 10 is 3: what the database compares must be what the judge compares.
  it.each([
    ['0.07', '0.7000000000000001'],
    ['0.07', '0.70000000000000018'],
    ['0.3', '3'],
    ['0.3', '3.0000000000000005'],
    ['7', '0.7'],
    ['0.7', '0.0699999999999999'],
  ])('of 20 at %s are outliers at %s where doubles say so', async (before, close) => {
    const isOutlier = isFarOff(Number(close), Number(before));
    const [alone, together, other] = [newName(), newName(), newName()];
    for (const name of [alone, together]) {
      await Promise.all(minutes(20, before).map((candle) => store(name, candle)));
    }
    const judgedAlone = await store(alone, minute(20, close));
    const judged = await Promise.all([together, other].map((name) => store(name, minute(20, close))));
    const areRefused = [judgedAlone, ...judged].map(({ problems }) => problems.length > 0);
    expect(areRefused).toEqual([isOutlier, isOutlier, false]);
  });

  it('are judged by those that came with them, too', async () => {
    const name = newName();
    const results = await Promise.all(
      [...minutes(20), minute(20, '11')].map((candle) => store(name, candle)),
    );
    expect(results.map(({ problems }) => problems.length)).toEqual([...Array<number>(20).fill(0), 1]);
  });

  it('are judged by what lies right before each of them, however far apart they are', async () => {
    const name = newName();
    const cheap = minutes(21);
    const dear = minutes(21).map((_, index) => minute(100 + index, '100'));
    await Promise.all([...cheap, ...dear].map((candle) => store(name, candle, true)));
    const [correction, newest, offThere] = await Promise.all([
      store(name, minute(20, '2')),
      store(name, minute(130, '99')),
      store(name, minute(131, '2')),
    ]);
    expect([correction, newest].flatMap(({ problems }) => problems)).toEqual([]);
    expect(offThere.problems).toHaveLength(1);
  });

  it('are not kept back by one that the database does not take', async () => {
    const [name, other] = [newName(), newName()];
    const [sound, refused, elsewhere] = await Promise.allSettled([
      store(name, minute(0)),
      store(name, minute(1, '1', REFUSED_VOLUME)),
      store(other, minute(0)),
    ]);
    expect([sound.status, elsewhere.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
    expect((await stateOf(name)).count).toBe(1);
    expect((await stateOf(other)).count).toBe(1);
  });

  it('fail together when their connection breaks, store nothing, and those after them are stored', async () => {
    const name = newName();
    await store(name, minute(0));
    const letGo = await holdSeries(name);
    const together = Promise.allSettled([1, 2, 3].map((at) => store(name, minute(at))));
    const pid = await blockedWriter();
    const after = store(name, minute(4));
    await storage.pool.query('select pg_terminate_backend($1, 10000)', [pid]);
    for (const result of await together) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: '57P01' } });
    }
    await letGo();
    expect((await after).problems).toEqual([]);
    expect(await stateOf(name)).toMatchObject({ version: 2, count: 2 });
  });

  it('do not wait for those of another series that somebody holds', async () => {
    const [held, free] = [newName(), newName()];
    await store(held, minute(0));
    const letGo = await holdSeries(held);
    const waiting = [store(held, minute(1)), store(held, minute(1, '2'))];
    await blockedWriter();
    await store(free, minute(0));
    await store(free, minute(1));
    expect((await stateOf(free)).count).toBe(2);
    expect((await stateOf(held)).count).toBe(1);
    await letGo();
    await Promise.all(waiting);
  });

  it('are given up when those before them take too long, and are not stored later', async () => {
    const name = newName();
    await store(name, minute(0));
    const letGo = await holdSeries(name);
    const first = store(name, minute(1));
    await blockedWriter();
    jest.useFakeTimers();
    const late = store(name, minute(2));
    jest.advanceTimersByTime(5_000);
    jest.useRealTimers();
    await expect(late).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await letGo();
    await first;
    await store(name, minute(3));
    expect(await stateOf(name)).toMatchObject({ version: 3, count: 3 });
  });

  it('are not kept in memory while others wait without end', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const name = newName();
    const first = await storeOneOfMany(name);
    const letGo = await holdSeries(name);
    const blocked = blockedWriter();
    expect(await Promise.race([blocked, first.others.then(() => 'over')])).not.toBe('over');
    collectGarbage();
    expect(first.candle.deref()).toBeUndefined();
    await letGo();
    await first.others;
  });

  /** Of many candles of one open time, each of which waits for the one before it, the first. */
  async function storeOneOfMany(name: Name) {
    const candle = minute(0);
    const one = store(name, candle);
    const others = Promise.all(
      Array.from({ length: 200 }, (_, index) => store(name, minute(0, `${index + 2}`, '1'), true)),
    );
    await one;
    return { candle: new WeakRef(candle), others };
  }
});
