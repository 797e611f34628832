import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { MinuteSeries } from '../support/minute-series';
import { randomInteger, seededRandom } from '../support/random';
import { lateWritesOf, revisionsOf } from '../support/series-history';
import { openStorage, type Storage } from '../support/storage';

describe('writing candles', () => {
  let storage: Storage;
  let series: MinuteSeries;
  beforeAll(async () => {
    storage = await openStorage();
    series = new MinuteSeries(storage);
  });
  afterAll(() => storage.close());

  const write = (seriesId: number, ...candles: CandleToWrite[]) =>
    storage.store.upsert([series.batchOf(seriesId, candles)]);

  async function one<T>(sql: string, ...values: unknown[]): Promise<T> {
    const { rows } = await storage.pool.query(sql, values);
    expect(rows).toHaveLength(1);
    return rows[0] as T;
  }

  const seriesOf = (id: number) =>
    one<{ candle_count: string; version: string; first: Date; last: Date }>(
      'select candle_count, version, first_open_time as first, last_open_time as last from series where id = $1',
      id,
    );

  const revisions = (seriesId: number) => revisionsOf(storage.pool, seriesId);

  it('keeps every digit of prices at the limits of what is accepted', async () => {
    const seriesId = await series.create();
    const texts = [
      '0.000000000000000001',
      '99999999999999999999.999999999999999999',
      '100.50',
      '1.000000000000000000',
      '10000000000000000000',
      '0.10',
    ];
    await write(seriesId, ...texts.map((text, minute) => flatCandle(minuteAfterStart(minute), text, text)));
    const { rows } = await storage.pool.query(
      'select open::text, high::text, low::text, close::text, volume::text from candlesticks where series_id = $1 order by open_time',
      [seriesId],
    );
    expect(rows).toEqual(
      texts.map((text) => ({ open: text, high: text, low: text, close: text, volume: text })),
    );
  });

  it('stores 100.50 in place of 100.5, and keeps what was before', async () => {
    const seriesId = await series.create();
    expect(await write(seriesId, flatCandle(minuteAfterStart(0), '100.5'))).toMatchObject([
      { inserted: 1, updated: 0 },
    ]);
    expect(await write(seriesId, flatCandle(minuteAfterStart(0), '100.50'))).toMatchObject([
      { inserted: 0, updated: 1 },
    ]);
    expect(await write(seriesId, flatCandle(minuteAfterStart(0), '100.50', '1.0'))).toMatchObject([
      { inserted: 0, updated: 1 },
    ]);
    expect(await revisions(seriesId)).toEqual([
      { open: '100.5', volume: '1' },
      { open: '100.50', volume: '1' },
    ]);
    expect(await seriesOf(seriesId)).toMatchObject({ candle_count: '1', version: '3' });
  });

  it('writes nothing for equal content: no new row version, no new version of the series, no revision', async () => {
    const seriesId = await series.create();
    const candles = Array.from({ length: 50 }, (_, minute) =>
      flatCandle(minuteAfterStart(minute), `${minute + 1}.50`),
    );
    await write(seriesId, ...candles);
    const times = () =>
      storage.pool.query(
        'select tableoid, ctid, xmin from candlesticks where series_id = $1 order by open_time',
        [seriesId],
      );
    const before = (await times()).rows;
    const stored = await seriesOf(seriesId);
    expect(await write(seriesId, ...candles)).toEqual([]);
    expect((await times()).rows).toEqual(before);
    expect(await seriesOf(seriesId)).toEqual(stored);
    expect(await revisions(seriesId)).toEqual([]);
  });

  it('keeps revisions of closed candles only', async () => {
    const seriesId = await series.create();
    const open = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 3_600_000);
    await write(seriesId, flatCandle(open, '1'));
    await write(seriesId, flatCandle(open, '2'));
    expect(await revisions(seriesId)).toEqual([]);
    // Its time comes: the row closes with its last content, which is no correction; what follows is one.
    await storage.pool.query(`update candlesticks set is_closed = true where series_id = $1`, [seriesId]);
    expect(await revisions(seriesId)).toEqual([]);
    await storage.pool.query(`update candlesticks set open = 3 where series_id = $1`, [seriesId]);
    expect(await revisions(seriesId)).toEqual([{ open: '2', volume: '1' }]);
  });

  it('takes the last of several candles with one open time', async () => {
    const seriesId = await series.create();
    const time = minuteAfterStart(0);
    expect(await write(seriesId, flatCandle(time, '1'), flatCandle(time, '2'))).toMatchObject([
      { inserted: 1, updated: 0 },
    ]);
    expect(await one('select open::text from candlesticks where series_id = $1', seriesId)).toEqual({
      open: '2',
    });
  });

  it('stores neither candles nor counters when a write fails', async () => {
    const seriesId = await series.create();
    const bad = { ...flatCandle(minuteAfterStart(1), '1'), close: 'no number' };
    await expect(write(seriesId, flatCandle(minuteAfterStart(0), '1'), bad)).rejects.toThrow(/numeric/);
    expect(await seriesOf(seriesId)).toMatchObject({
      candle_count: '0',
      version: '0',
      first: null,
      last: null,
    });
  });

  it('counts exactly under twenty writers of overlapping candles in shared series, without deadlock', async () => {
    const random = seededRandom(7);
    const ids = await Promise.all(Array.from({ length: 4 }, () => series.create()));
    const counts = new Map(ids.map((id) => [id, { inserted: 0, writes: 0 }]));
    const writer = async () => {
      for (let round = 0; round < 12; round++) {
        const chosen = ids.filter(() => random() < 0.6).sort(() => random() - 0.5);
        const writes = await storage.store.upsert(
          chosen.map((seriesId) => {
            const first = randomInteger(random, 0, 150);
            const candles = Array.from({ length: randomInteger(random, 1, 60) }, (_, index) =>
              flatCandle(minuteAfterStart(first + index), String(randomInteger(random, 1, 9))),
            );
            return series.batchOf(seriesId, random() < 0.5 ? candles : candles.reverse());
          }),
        );
        for (const { seriesId, inserted } of writes) {
          const count = counts.get(seriesId)!;
          count.inserted += inserted;
          count.writes += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: 20 }, writer));
    for (const id of ids) {
      const stored = await one<{ count: string; first: Date; last: Date }>(
        'select count(*), min(open_time) as first, max(open_time) as last from candlesticks where series_id = $1',
        id,
      );
      const { candle_count, version, first, last } = await seriesOf(id);
      expect({ count: candle_count, first, last }).toEqual(stored);
      expect(Number(candle_count)).toBe(counts.get(id)!.inserted);
      expect(Number(version)).toBe(counts.get(id)!.writes);
    }
  });

  it('writes several series in one statement and answers what changed in each of them', async () => {
    const [changed, equal] = [await series.create(), await series.create()];
    await write(equal, flatCandle(minuteAfterStart(0), '1'));
    const writes = await storage.store.upsert([
      series.batchOf(equal, [flatCandle(minuteAfterStart(0), '1')]),
      series.batchOf(changed, [flatCandle(minuteAfterStart(3), '2'), flatCandle(minuteAfterStart(1), '2')]),
    ]);
    expect(writes).toEqual([
      {
        seriesId: changed,
        version: 1,
        inserted: 2,
        updated: 0,
        writtenAt: expect.any(Date) as Date,
        first: minuteAfterStart(1),
        last: minuteAfterStart(3),
        heldCandles: 0,
      },
    ]);
  });

  it('notes a write that reaches before the newest candle, and no other', async () => {
    const seriesId = await series.create();
    const minute = (at: number, price = '1') => flatCandle(minuteAfterStart(at), price);
    await write(seriesId, minute(5));
    await write(seriesId, minute(5, '2')); // the newest candle itself
    await write(seriesId, minute(6), minute(7));
    await write(seriesId, minute(3), minute(6, '3')); // reaches behind
    await write(seriesId, minute(3)); // changes nothing
    expect(await lateWritesOf(storage.pool, seriesId)).toEqual([
      { version: 4, first: minuteAfterStart(3), last: minuteAfterStart(6) },
    ]);
  });

  it('takes the word of the writer on whether a candle is final', async () => {
    const seriesId = await series.create();
    await write(seriesId, { ...flatCandle(minuteAfterStart(0), '1'), isClosed: false });
    await write(seriesId, flatCandle(minuteAfterStart(1), '1'));
    // Its minute is not over, and nobody says whether it is final.
    await write(seriesId, flatCandle(new Date(Math.floor(Date.now() / 1000) * 1000), '1'));
    const { rows } = await storage.pool.query(
      'select is_closed from candlesticks where series_id = $1 order by open_time',
      [seriesId],
    );
    expect(rows).toEqual([{ is_closed: false }, { is_closed: true }, { is_closed: null }]);
  });

  it('moves the counters of many series without a new entry in their indexes', async () => {
    const count = 1_000;
    const client = await storage.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into series (exchange, symbol, interval, calendar)
         select 'counters', 'S' || number, '1m', '24x7' from generate_series(1, $1::integer) number`,
        [count],
      );
      await client.query(
        `update series set candle_count = 1, version = 1, last_write_at = now(), first_open_time = now(), last_open_time = now()
         where exchange = 'counters'`,
      );
      const { rows } = await client.query<{ hot: number }>(
        `select pg_stat_get_xact_tuples_hot_updated('series'::regclass)::int as hot`,
      );
      expect(rows[0].hot).toBeGreaterThan(count * 0.8);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
