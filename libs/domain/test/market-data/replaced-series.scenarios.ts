import type { CandleAnnouncement } from '#domain/market-data/ingest/candle-announcer';
import type { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import type { CandleToWrite } from '#domain/market-data/series/candle-writes';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';
import { SingleCandles } from '#domain/market-data/ingest/single-candles';
import { RollUps } from '#domain/roll-ups/roll-ups';
import { blockedConnection } from '../support/blocked-connection';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { openStorage, type Storage } from '../support/storage';

/** More than the fewest for which the store tries to append. */
const MANY = 600;

interface StoredCandle {
  readonly symbol: string | null;
  readonly minute: number;
  readonly close: string;
}

/** Seen by a process that remembers ids, an exchanged database is one in which ids belong to other names. */
describe('candles for a series whose remembered id belongs to another one', () => {
  let storage: Storage;
  let ingest: CandleIngest;
  let singles: SingleCandles;
  let announced: CandleAnnouncement[];

  const nameOf = (symbol: string): SeriesName => ({ exchange: 'restored', symbol, interval: '1m' });
  const minutes = (from: number, count: number, price: string): CandleToWrite[] =>
    Array.from({ length: count }, (_, index) => flatCandle(minuteAfterStart(from + index), price));
  const one = (minute: number, price: string) => flatCandle(minuteAfterStart(minute), price);

  beforeAll(async () => {
    storage = await openStorage();
  });
  afterAll(() => storage.close());

  beforeEach(async () => {
    await storage.pool.query('delete from series');
    announced = [];
    const { dataSource } = storage;
    const announcer = { announce: (list: readonly CandleAnnouncement[]) => void announced.push(...list) };
    ingest = openCandleIngest(dataSource, announcer);
    singles = new SingleCandles(ingest);
    await ingest.ingestFromSource(
      [
        { name: nameOf('C'), candles: minutes(0, 30, '10') },
        { name: nameOf('D'), candles: minutes(0, 30, '5000') },
      ],
      'feed',
    );
    announced = [];
  });

  const exchangeIds = () =>
    storage.pool.query(
      `update series set symbol = 'between' where symbol = 'C';
       update series set symbol = 'C' where symbol = 'D';
       update series set symbol = 'D' where symbol = 'between'`,
    );

  async function candlesFrom(minute: number): Promise<StoredCandle[]> {
    const { rows } = await storage.pool.query<StoredCandle>(
      `select series.symbol, (extract(epoch from open_time - $1::timestamptz) / 60)::int as minute, close::text
       from candlesticks candle left join series on series.id = candle.series_id
       where open_time >= $1::timestamptz + make_interval(mins => $2) order by symbol, minute`,
      [minuteAfterStart(0), minute],
    );
    return rows;
  }

  const idOf = async (symbol: string) => (await storage.series.find(nameOf(symbol)))!.id;

  // After the exchange the candles of C are those around 5000, and those of D the ones around 10.
  const ways: [string, (name: SeriesName, candles: CandleToWrite[]) => Promise<number | undefined>][] = [
    [
      'one by one',
      async (name, candles) => {
        const results = await Promise.all(
          candles.map((candle) => singles.store({ name, candle, allowOutlier: false })),
        );
        expect(results.flatMap(({ problems }) => problems)).toEqual([]);
        return results[0].seriesId;
      },
    ],
    [
      'in bulk',
      async (name, candles) => {
        const { seriesId, inserted, refused } = await ingest.ingest(name, candles);
        expect({ inserted, refused }).toEqual({ inserted: candles.length, refused: [] });
        return seriesId;
      },
    ],
    [
      'by a feed',
      async (name, candles) => {
        const { quarantined } = await ingest.ingestFromSource([{ name, candles }], 'feed');
        expect(quarantined).toBe(0);
        return undefined;
      },
    ],
    [
      'by a source that is trusted',
      async (name, candles) => {
        await ingest.ingestFromSource([{ name, candles }], 'backfill', { acceptsJumps: true });
        return undefined;
      },
    ],
  ];

  describe.each([
    ['a candle', 1],
    ['enough to append', MANY],
  ])('%s', (_, count) => {
    it.each(ways)('brought %s goes to its own series and to no other', async (_way, bring) => {
      await exchangeIds();
      const id = await bring(nameOf('C'), minutes(30, count, '5001'));
      if (id !== undefined) expect(id).toBe(await idOf('C'));
      expect(await candlesFrom(30)).toEqual(
        Array.from({ length: count }, (_, index) => ({ symbol: 'C', minute: 30 + index, close: '5001' })),
      );
      for (const { name, write } of announced) {
        expect({ name, seriesId: write.seriesId }).toEqual({ name: nameOf('C'), seriesId: await idOf('C') });
      }
    });

    it.each(ways)('brought %s makes a deleted series again', async (_way, bring) => {
      await storage.pool.query(`delete from series where symbol = 'C'`);
      await bring(nameOf('C'), minutes(30, count, '5001'));
      const stored = await candlesFrom(0);
      expect(stored.filter(({ symbol }) => symbol === 'C')).toHaveLength(count);
      expect(stored.filter(({ symbol }) => symbol === null)).toEqual([]);
    });
  });

  it('are stored though the other series has the same candle already', async () => {
    await ingest.ingest(nameOf('C'), [one(30, '10')]);
    await exchangeIds();
    await ingest.ingest(nameOf('C'), [one(30, '10')], { allowOutliers: true });
    expect(await candlesFrom(30)).toEqual([
      { symbol: 'C', minute: 30, close: '10' },
      { symbol: 'D', minute: 30, close: '10' },
    ]);
  });

  it('are judged by the closes of their own series', async () => {
    await exchangeIds();
    const { problems } = await singles.store({
      name: nameOf('C'),
      candle: one(30, '10'),
      allowOutlier: false,
    });
    expect(problems).not.toEqual([]);
    expect(await candlesFrom(30)).toEqual([]);
  });

  it('are stored together with those of others in the same request, each of them once', async () => {
    await ingest.ingest(nameOf('E'), [one(0, '1')]);
    await exchangeIds();
    const results = await ingest.ingestSeveral([
      { name: nameOf('E'), candles: [one(30, '1')] },
      { name: nameOf('C'), candles: [one(30, '5001')] },
    ]);
    expect(results.map(({ inserted }) => inserted)).toEqual([1, 1]);
    expect((await candlesFrom(30)).map(({ symbol }) => symbol)).toEqual(['C', 'E']);
  });

  it.each([
    ['upserted', 1],
    ['appended', MANY],
  ])('are stored whole when the series is deleted while they are %s', async (_, count) => {
    const person = await storage.pool.connect();
    try {
      await person.query(`begin; delete from series where symbol = 'C'`);
      const writing = ingest.ingest(nameOf('C'), minutes(30, count, '11'));
      await blockedConnection(storage.pool);
      await person.query('commit');
      expect(await writing).toMatchObject({ seriesId: await idOf('C'), inserted: count, refused: [] });
    } finally {
      person.release();
    }
    const stored = await candlesFrom(0);
    expect(stored.filter(({ symbol }) => symbol === null)).toEqual([]);
    expect(stored.filter(({ symbol }) => symbol === 'C')).toHaveLength(count);
  });

  it('are stored when their new series is deleted before its id is read', async () => {
    await storage.pool.query(
      `create sequence new_series;
       create function delete_the_first() returns trigger language plpgsql as $$
       begin
         if nextval('new_series') = 1 then delete from series where symbol = 'NEW'; end if;
         return null;
       end $$;
       create trigger delete_the_first after insert on series execute function delete_the_first()`,
    );
    try {
      const written = await ingest.ingest(nameOf('NEW'), minutes(0, 2, '11'));
      expect(written).toMatchObject({ seriesId: await idOf('NEW'), inserted: 2, refused: [] });
    } finally {
      await storage.pool.query(
        'drop trigger delete_the_first on series; drop function delete_the_first; drop sequence new_series',
      );
    }
    expect((await candlesFrom(0)).filter(({ symbol }) => symbol === 'NEW')).toHaveLength(2);
  });

  it('keep nothing of a series that a person deletes', async () => {
    await ingest.ingest(nameOf('C'), [one(3, '10.5')]);
    const id = await idOf('C');
    await storage.pool.query(`delete from series where symbol = 'C'`);
    for (const table of ['candlesticks', 'candlestick_revisions', 'late_writes']) {
      const { rows } = await storage.pool.query(`select from ${table} where series_id = $1`, [id]);
      expect({ table, rows: rows.length }).toEqual({ table, rows: 0 });
    }
    expect(await candlesFrom(0)).toHaveLength(30);
  });

  it('do not advance the roll-up of the series that has the id now', async () => {
    const rollUps = new RollUps(storage.dataSource, storage.series);
    const progress = (await rollUps.progressOf((await storage.series.find(nameOf('C')))!, '1h'))!;
    await rollUps.claim(progress);
    await exchangeIds();
    await rollUps.advance(progress, minuteAfterStart(60).getTime());
    const { rows } = await storage.pool.query('select rolled_to from roll_ups');
    expect(rows).toEqual([{ rolled_to: null }]);
  });
});
