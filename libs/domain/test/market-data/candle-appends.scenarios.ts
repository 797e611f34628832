import { randomUUID } from 'node:crypto';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { blockedConnection } from '../support/blocked-connection';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { MinuteSeries } from '../support/minute-series';
import { openStorage, type Storage } from '../support/storage';

/** More than the fewest for which the store tries to append. */
const MANY = 600;

describe('appending candles', () => {
  let storage: Storage;
  let series: MinuteSeries;
  beforeAll(async () => {
    storage = await openStorage();
    series = new MinuteSeries(storage);
  });
  afterAll(() => storage.close());

  const minutes = (from: number, count = MANY): CandleToWrite[] =>
    Array.from({ length: count }, (_, index) =>
      flatCandle(minuteAfterStart(from + index), `${from + index + 1}.50`, '0.10'),
    );

  const write = (seriesId: number, candles: readonly CandleToWrite[]) =>
    storage.store.upsert([series.batchOf(seriesId, candles)]);

  async function stateOf(seriesId: number) {
    const { rows } = await storage.pool.query(
      `select candle_count::int as counter, version::int, first_open_time as first, last_open_time as last,
              (select count(*)::int from candlesticks where series_id = series.id) as stored,
              (select count(*)::int from late_writes where series_id = series.id) as late
       from series where id = $1`,
      [seriesId],
    );
    return rows[0] as Record<string, unknown>;
  }

  const textsOf = async (seriesId: number) =>
    (
      await storage.pool.query<{ text: string }>(
        `select concat_ws(' ', to_char(open_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), open, high, low, close,
                volume, coalesce(is_closed::text, 'unknown')) as text
         from candlesticks where series_id = $1 order by open_time`,
        [seriesId],
      )
    ).rows.map(({ text }) => text);

  /** The same candles in parts that are too small to be appended. */
  async function storedByUpserts(candles: readonly CandleToWrite[]): Promise<number> {
    const seriesId = await series.create();
    for (let start = 0; start < candles.length; start += 100)
      await write(seriesId, candles.slice(start, start + 100));
    return seriesId;
  }

  it('stores what an upsert stores, digit for digit, and moves the counters', async () => {
    const seriesId = await series.create();
    const candles = [...minutes(0), { ...flatCandle(minuteAfterStart(MANY), '7'), isClosed: false }];
    const now = flatCandle(new Date(Math.floor(Date.now() / 1000) * 1000), '1');
    expect(await write(seriesId, candles)).toEqual([
      {
        seriesId,
        version: 1,
        inserted: MANY + 1,
        updated: 0,
        heldCandles: 0,
        first: minuteAfterStart(0),
        last: minuteAfterStart(MANY),
        writtenAt: expect.any(Date) as Date,
      },
    ]);
    await write(seriesId, [...minutes(MANY + 1), now]);
    expect(await stateOf(seriesId)).toEqual({
      counter: 2 * MANY + 2,
      stored: 2 * MANY + 2,
      version: 2,
      late: 0,
      first: minuteAfterStart(0),
      last: now.openTime,
    });
    const upserted = await storedByUpserts([...candles, ...minutes(MANY + 1), now]);
    expect(await textsOf(seriesId)).toEqual(await textsOf(upserted));
  });

  it('gives every write of a series a later millisecond, also where the clock was set back', async () => {
    const seriesId = await series.create();
    await write(seriesId, [flatCandle(minuteAfterStart(10), '1')]);
    await storage.pool.query(
      `update series set last_write_at = '2100-01-01T00:00:00.000900Z' where id = $1`,
      [seriesId],
    );
    const millisecond = (count: number) => new Date(Date.UTC(2100, 0, 1, 0, 0, 0, count));
    const [upserted] = await write(seriesId, [flatCandle(minuteAfterStart(11), '1')]);
    const [appended] = await write(seriesId, minutes(12));
    const [late] = await write(seriesId, [{ ...flatCandle(minuteAfterStart(3), '1'), isClosed: false }]);
    expect([upserted, appended, late].map(({ writtenAt }) => writtenAt)).toEqual([1, 2, 3].map(millisecond));
    await storage.store.removeForming([
      { seriesId, name: series.nameOf(seriesId), openTime: minuteAfterStart(3) },
    ]);
    const { rows } = await storage.pool.query<{ written_at: Date }>(
      'select written_at from late_writes where series_id = $1 order by version',
      [seriesId],
    );
    expect(rows.map(({ written_at }) => written_at)).toEqual([3, 4].map(millisecond));
  });

  it.each<[string, (stored: number) => CandleToWrite[], number]>([
    ['lie after what is stored', (stored) => minutes(stored), 0],
    ['overlap it', (stored) => minutes(stored - 1), 0],
    ['lie before it', () => minutes(-MANY), 0],
    ['come in no order', (stored) => minutes(stored).reverse(), 1],
    ['come twice', (stored) => [...minutes(stored), ...minutes(stored)], 1],
  ])('stores candles that %s, by one upsert where they do not ascend', async (_, candlesAfter, upserts) => {
    const seriesId = await series.create();
    await write(seriesId, minutes(0));
    const candles = candlesAfter(MANY);
    const statements = jest.spyOn(storage.store as unknown as { merge: () => unknown }, 'merge');
    await write(seriesId, candles);
    expect(statements).toHaveBeenCalledTimes(upserts);
    statements.mockRestore();
    const times = new Set([...minutes(0), ...candles].map(({ openTime }) => openTime.getTime()));
    expect(await stateOf(seriesId)).toMatchObject({ counter: times.size, stored: times.size, version: 2 });
  });

  const historyOf = async (seriesId: number) => {
    const columns = {
      candlesticks: 'open_time, open, high, low, close, volume, is_closed, is_corrected',
      candlestick_revisions: 'open_time, open, high, low, close, volume',
      late_writes: 'version, first_open_time, last_open_time',
      candle_loads: 'load_id, version, first_open_time, last_open_time, inserted, updated',
    };
    const history: unknown[] = [await stateOf(seriesId)];
    for (const [table, names] of Object.entries(columns)) {
      const { rows } = await storage.pool.query(
        `select ${names} from ${table} where series_id = $1 order by ${names}`,
        [seriesId],
      );
      history.push(rows);
    }
    const { symbol } = series.nameOf(seriesId);
    const { rows } = await storage.pool.query(
      `select kind, exchange, interval, event_count, part.value - 'seriesId' - 'symbol' - 'recordedAt' as part
       from events, jsonb_array_elements(content) part where symbol = $1 order by id`,
      [symbol],
    );
    return [...history, rows];
  };

  // Five of eight are closed and change: 375 are an event each, 1,125 one `candles.loaded`.
  it.each([
    ['hundreds of candles', 600, undefined],
    ['more of them', 1_800, undefined],
    ['candles of a load', 600, randomUUID()],
  ])('writes, counts and records %s of which some are stored as an upsert does', async (_, count, loadId) => {
    const final = (candle: CandleToWrite, isClosed = true) => ({ ...candle, isClosed });
    // Of eight candles two are stored as they are, four otherwise, and two are new.
    const candles = minutes(0, count).map((candle, index) => final(candle, index % 8 !== 6));
    const stored = candles.flatMap((candle, index) => {
      const other = { ...candle, volume: '0.1' };
      const kinds = [[candle], [candle], [other], [final(other, false)], [final(candle, false)]];
      return [...kinds, [final({ ...candle, volume: '7' })], [], []][index % 8];
    });
    const outcomes = [];
    for (const merges of [false, true]) {
      const seriesId = await series.create();
      await write(seriesId, [...stored, ...minutes(count, 1)]);
      const batch = series.batchOf(seriesId, candles);
      const writes = await (merges
        ? storage.store.merge([batch], { loadId })
        : storage.store.upsert([batch], loadId));
      outcomes.push([
        writes.map((written) => ({ ...written, seriesId: 0, writtenAt: 0 })),
        await historyOf(seriesId),
      ]);
      expect(writes).toMatchObject([{ version: 2, inserted: count / 4, updated: count / 2 }]);
      expect(await storage.store.upsert([batch], loadId)).toEqual([]);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
  });

  it('gives way to a writer that has a candle of the same time, and then stores all of its own', async () => {
    const seriesId = await series.create();
    await write(seriesId, minutes(0));
    const other = await storage.pool.connect();
    try {
      await other.query('begin');
      await other.query(`insert into candlesticks values ($1, $2, 1, 1, 1, 1, 1, true)`, [
        seriesId,
        minuteAfterStart(MANY + 5),
      ]);
      const appended = write(seriesId, minutes(MANY));
      // The upsert that the append turns into waits for the other's candle.
      await blockedConnection(storage.pool, '%insert into candlesticks%on conflict%');
      await other.query('commit');
      expect(await appended).toMatchObject([{ inserted: MANY - 1, updated: 1 }]);
    } finally {
      other.release();
    }
  });

  it('keeps counters true while many append to and correct one series', async () => {
    const seriesId = await series.create();
    const blocks = Array.from({ length: 12 }, (_, block) => block * MANY);
    await Promise.all(
      blocks.flatMap((from) => [write(seriesId, minutes(from)), write(seriesId, minutes(from + 300, 50))]),
    );
    const { stored, counter, last } = await stateOf(seriesId);
    expect(counter).toBe(stored);
    expect(stored).toBe(blocks.length * MANY);
    expect(last).toEqual(minuteAfterStart(blocks.length * MANY - 1));
  });
});
