import { startApi, type RunningApi } from '../support/running-api';
import { until } from '../support/until';

const epoch = (time: string) => Date.parse(time) / 1_000;

/** The samples of a metric, by their labels as they are printed. */
function samplesOf(text: string, name: string): Record<string, number> {
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
  return Object.fromEntries(Array.from(lines, ([, labels = '', value]) => [labels, Number(value)]));
}

describe('metrics of the database and of what a process depends on', () => {
  let api: RunningApi;
  let text: string;
  beforeAll(async () => {
    api = await startApi();
    const { database } = api;
    await database.query(
      `insert into series (id, exchange, symbol, interval, calendar, candle_count, first_open_time, last_open_time) values
         (1, 'binance', 'A', '1h', '24x7', 9, '2024-01-01', '2024-01-02T03:00Z'),
         (2, 'binance', 'B', '1h', '24x7', 9, '2024-01-01', '2024-01-02T01:00Z'),
         (3, 'binance', 'A', '1d', '24x7', 9, '2024-01-01', date_trunc('day', now() at time zone 'utc') at time zone 'utc'),
         (4, 'us', 'SPX', '1d', 'XNYS', 9, '2024-01-01', '2024-01-05')`,
    );
    await database.query(
      `insert into series_quality (series_id, version, counted_to, missing, off_grid, no_trades, counted_at, calendar) values
         (1, 1, now(), 5, 0, 2, now(), '24x7'), (2, 1, now(), 4, 0, 0, now(), '24x7'), (4, 1, now(), 7, 0, 0, now(), '24x7')`,
    );
    await database.query(
      `insert into quarantined_candles
         (exchange, symbol, interval, open_time, open, high, low, close, volume, source, reason, quarantined_at)
       select 'binance', 'A', '1h', time, 1, 1, 1, 1, 1, 'feed', 'outlier', now()
       from generate_series(timestamptz '2024-02-01', '2024-02-03', '1 day') time`,
    );
    await database.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate) values
         ('binance', 'A', '2024-03-01T08:00Z', 0), ('binance', 'B', '2024-03-01T16:00Z', 0),
         ('okx', 'A', '2024-03-01T00:00Z', 0), ('okx', 'A', now() + interval '1 day', 0)`,
    );
    await database.query(
      `insert into headlines (fingerprint, source, title, published_at) values ('f', 's', 't', '2024-04-01T12:00Z')`,
    );
    // A scrape does not count what itself takes of the pool.
    await api.get('/api/v1/strategy-ideas');
    text = (await api.get('/metrics')).text;
  });
  afterAll(() => api.stop());

  it('say when the newest candle of an exchange and interval closed, open ones apart', () => {
    const today = new Date().setUTCHours(0, 0, 0, 0) / 1_000;
    const { 'exchange="binance",interval="1d"': daily, ...others } = samplesOf(
      text,
      'candle_last_close_timestamp_seconds',
    );
    expect(others).toEqual({
      'exchange="binance",interval="1h"': epoch('2024-01-02T04:00Z'),
      'exchange="us",interval="1d"': epoch('2024-01-06'),
    });
    // The day may have changed since.
    expect([today, today - 86_400]).toContain(daily);
  });

  it('count what is missing, without what was not traded and what was counted by another calendar', () => {
    expect(samplesOf(text, 'series_gap_candles')).toEqual({
      'exchange="binance",interval="1h"': 7,
      'exchange="binance",interval="1d"': 0,
      'exchange="us",interval="1d"': 0,
    });
  });

  it('count candles in quarantine by exchange', () => {
    expect(samplesOf(text, 'quarantine_waiting')).toEqual({ 'exchange="binance"': 3, 'exchange="us"': 0 });
  });

  it('say how new data is, of the kinds that there are', () => {
    expect(samplesOf(text, 'data_newest_timestamp_seconds')).toEqual({
      'kind="funding"': epoch('2024-03-01T16:00Z'),
      'kind="headlines"': epoch('2024-04-01T12:00Z'),
      'kind="equities"': epoch('2024-01-05'),
    });
  });

  it('say what the process depends on, its build and its connections', () => {
    expect(samplesOf(text, 'ready')).toEqual({
      'dependency="database"': 1,
      'dependency="migrations"': 1,
      'dependency="queue"': 1,
    });
    expect(samplesOf(text, 'schema_pending_migrations')).toEqual({ '': 0 });
    expect(text).toMatch(
      new RegExp(
        `^build_info\\{version="\\d+\\.\\d+\\.\\d+",commit="[\\w-]+",node="${process.versions.node}"\\} 1$`,
        'm',
      ),
    );
    expect(Object.keys(samplesOf(text, 'db_pool_connections'))).toEqual(['state="idle"', 'state="busy"']);
    expect(samplesOf(text, 'db_pool_wait_seconds_count')['']).toBeGreaterThan(0);
    expect(samplesOf(text, 'jwks_keys')).toEqual({});
  });

  it('say that migrations are pending', async () => {
    const newest = 'select max(id) from migrations';
    await api.database.query(`update migrations set name = name || ' ' where id = (${newest})`);
    const pending = await until('the metrics show it', async () => {
      const metrics = (await api.get('/metrics')).text;
      return samplesOf(metrics, 'schema_pending_migrations')[''] === 1 && metrics;
    });
    expect(samplesOf(pending, 'ready')).toMatchObject({
      'dependency="database"': 1,
      'dependency="migrations"': 0,
    });
    await api.database.query(`update migrations set name = trim(name) where id = (${newest})`);
  });
});
