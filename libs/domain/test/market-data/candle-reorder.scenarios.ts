import { CandleReorder, type Reorder } from '#domain/market-data/chunks/candle-reorder';
import { setChunkLength } from '#domain/market-data/chunks/set-chunk-length';
import { readEnvironment } from '#platform/config/environment';
import { openStorage, type Storage } from '../support/storage';

const SERIES = 100;
const MINUTES = 300;
/** A page has 8,192 bytes, and a row of these some 75: 300 of a series fill three or four. */
const FULL_PAGES = 4;
/** The way down an index of three levels, and its leaves. */
const INDEX_PAGES = 6;
const staying = new AbortController().signal;

describe('the reorder of candles', () => {
  let storage: Storage;
  let hasChunks: boolean;

  beforeAll(async () => {
    storage = await openStorage();
    const { rowCount } = await storage.pool.query(`select from pg_extension where extname = 'timescaledb'`);
    hasChunks = rowCount === 1;
    await storage.pool.query(
      `insert into series (exchange, symbol, interval, calendar)
       select 'test', 'S' || number, '1m', '24x7' from generate_series(1, $1) number`,
      [SERIES],
    );
  });
  afterAll(() => storage.close());

  /** Candles of all series, minute by minute, as feeds write them. */
  async function storeMinutes(start: string): Promise<void> {
    await storage.pool.query(
      `insert into candlesticks (series_id, open_time, open, high, low, close, volume, is_closed)
       select id, time, 100.25, 101.5, 99.75, 100.5, 12.345, true
       from generate_series($1::timestamptz, $1::timestamptz + make_interval(mins => $2 - 1), '1 minute') time, series
       order by time, id`,
      [start, MINUTES],
    );
  }

  async function blocksOf(start: string): Promise<number> {
    const { rows } = await storage.pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) select * from candlesticks
       where series_id = (select max(id) from series) and open_time >= '${start}'
         and open_time < timestamptz '${start}' + interval '${MINUTES} minutes'`,
    );
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }

  const reorderOf = (variables: Record<string, string> = {}) =>
    new CandleReorder(
      storage.dataSource,
      readEnvironment({ DATABASE_URL: storage.url, CANDLE_REORDER_HOURS: '0-24', ...variables }),
    );

  async function outcomes(reorder: CandleReorder, { stop = staying, now = Date.now() } = {}) {
    const reports: Reorder[] = [];
    await reorder.reorder(stop, (report) => reports.push(report), now);
    return reports.map(({ outcome }) => outcome);
  }

  it('leaves what was written minute by minute in few pages, once, in the hours that are given', async () => {
    const start = '2024-01-01T00:00:00Z';
    await storeMinutes(start);
    expect(await blocksOf(start)).toBeGreaterThan(MINUTES);

    expect(await outcomes(reorderOf({ CANDLE_REORDER_HOURS: '' }))).toEqual([]);
    const noon = Date.parse('2024-03-01T12:00:00Z');
    expect(await outcomes(reorderOf({ CANDLE_REORDER_HOURS: '22-4' }), { now: noon })).toEqual([]);
    expect(await outcomes(reorderOf())).toEqual(hasChunks ? ['reordered'] : []);
    expect(await outcomes(reorderOf())).toEqual([]);
    // Two pages are read to find the series.
    if (hasChunks) expect(await blocksOf(start)).toBeLessThanOrEqual(2 + FULL_PAGES + INDEX_PAGES);
  });

  it('waits for nobody who uses a chunk, and leaves it as it was when it has to stop', async () => {
    const start = '2025-01-01T00:00:00Z';
    await storeMinutes(start);
    const { rows } = await storage.pool.query<{ name: string }>(
      `select tableoid::regclass::text as name from candlesticks where open_time = $1 limit 1`,
      [start],
    );
    const chunk = rows[0].name;
    const reader = await storage.pool.connect();
    await reader.query('begin');
    await reader.query(`lock table ${chunk} in access share mode`);
    expect(await outcomes(reorderOf())).toEqual(hasChunks ? ['busy'] : []);
    await reader.query('rollback');
    reader.release();

    // An index whose function takes a minute, for who reorders.
    await storage.pool.query(
      `create function take_a_minute(value integer) returns integer immutable language plpgsql as $$ begin
         if current_setting('application_name') like '%reorder' then perform pg_sleep(60); end if;
         return value;
       end $$`,
    );
    await storage.pool.query(`create index slow on ${chunk} (take_a_minute(series_id))`);
    const [stop, reorder] = [new AbortController(), reorderOf()];
    const stopped = outcomes(reorder, { stop: stop.signal });
    if (hasChunks) await untilSleeping();
    stop.abort();
    expect(await stopped).toEqual(hasChunks ? ['abandoned'] : []);
    expect(await blocksOf(start)).toBeGreaterThan(MINUTES);

    await storage.pool.query('drop index if exists slow');
    await storage.pool.query(`drop index if exists _timescaledb_internal.slow`);
    // Once in these hours.
    expect(await outcomes(reorder)).toEqual([]);
    expect(await outcomes(reorderOf())).toEqual(hasChunks ? ['reordered'] : []);
  });

  it('finds new chunks as long as CANDLE_CHUNK_DAYS says', async () => {
    expect(await setChunkLength(storage.url, 7)).toBe(hasChunks);
    expect(await setChunkLength(storage.url, 7)).toBe(false);
    await storeMinutes('2023-01-01T00:00:00Z');
    const { rows } = hasChunks
      ? await storage.pool.query<{ days: number }>(
          `select extract(day from range_end - range_start)::integer as days from timescaledb_information.chunks
           order by range_start limit 1`,
        )
      : { rows: [{ days: 7 }] };
    expect(rows).toEqual([{ days: 7 }]);
  });

  /** The server is at the index whose function sleeps. */
  async function untilSleeping(): Promise<void> {
    for (;;) {
      const { rowCount } = await storage.pool.query(
        `select from pg_stat_activity where application_name like '%reorder' and wait_event = 'PgSleep'`,
      );
      if (rowCount) return;
    }
  }
});
