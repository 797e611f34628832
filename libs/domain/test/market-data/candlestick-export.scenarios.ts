import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { CandlestickExporter } from '#domain/market-data/reading/candlestick-exporter';
import { openStorage, type Storage } from '../support/storage';

const STATEMENT_TIMEOUT_MILLISECONDS = 200;
/** More than the buffers between a database and a reader that waits can hold. */
const CANDLES = 300_000;

describe('exporting a series', () => {
  let storage: Storage;
  let dataSource: DataSource;
  let seriesId: number;
  beforeAll(async () => {
    storage = await openStorage();
    const settings = { databaseUrl: storage.url, databasePoolSize: 2 };
    dataSource = await new DataSource(
      dataSourceOptions({ ...settings, statementTimeoutMilliseconds: STATEMENT_TIMEOUT_MILLISECONDS }),
    ).initialize();
    seriesId = await storage.series.idOf({ exchange: 'x', symbol: 'S', interval: '1m' });
    await storage.pool.query(
      `insert into candlesticks select $1, '2024-01-01Z'::timestamptz + make_interval(mins => minute), 1, 1, 1, 1, 1, true
       from generate_series(1, ${CANDLES}) minute`,
      [seriesId],
    );
  });
  afterAll(async () => {
    await dataSource.destroy();
    await storage.close();
  });

  /** Waits until the copy has taken three times as long as a statement may. */
  async function untilLate(): Promise<void> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const { rowCount } = await storage.pool.query(
        `select from pg_stat_activity where datname = current_database() and state = 'active' and query ~ '^\\s*copy '
           and clock_timestamp() - query_start > make_interval(secs => $1)`,
        [(3 * STATEMENT_TIMEOUT_MILLISECONDS) / 1000],
      );
      if (rowCount === 1) return;
      if (Date.now() > deadline) throw new Error('There is no such copy within 60 s');
      await delay(20);
    }
  }

  it('may take longer than a statement, and gives the time limit back', async () => {
    let lines = 0;
    await new CandlestickExporter(dataSource).export(seriesId, {}, 'csv', async (text) => {
      await untilLate();
      for await (const chunk of text) lines += (chunk as Buffer).toString('latin1').split('\n').length - 1;
    });
    expect(lines).toBe(CANDLES + 1);
    // Both connections of the pool are queried.
    const asleep = () => dataSource.query('select pg_sleep(10)');
    const outcomes = await Promise.allSettled([asleep(), asleep()]);
    expect(outcomes).toMatchObject([{ reason: { code: '57014' } }, { reason: { code: '57014' } }]);
  });
});
