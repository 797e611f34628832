import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { findSchemaDrift, migrate } from '#domain/database/migrate';
import { migrateQueueSchema } from '#messaging/queue-schema';
import { type ConnectedDatabase, connectTo, createEmptyDatabase } from '../../../../test/test-database';
import { OUTCOME, REGIME_DETAILS, STORED_RESULTS } from '../support/stored-forms';

const PROCESSES = 8;

describe('migrations', () => {
  let database: ConnectedDatabase;
  beforeEach(async () => {
    database = await connectTo(await createEmptyDatabase());
  });
  afterEach(() => database.drop());

  const migrationNames = () =>
    new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 2 })).options
      .migrations as {
      name: string;
    }[];

  it('all succeed when eight start at once on an empty database, and one of them works', async () => {
    let holders = 0;
    let mostHolders = 0;
    const migrateQueue = async () => {
      mostHolders = Math.max(mostHolders, ++holders);
      await database.client.query('select 1');
      holders--;
    };
    const results = await Promise.all(
      Array.from({ length: PROCESSES }, () => migrate(database.url, migrateQueue)),
    );
    expect(results.filter((ran) => ran.length > 0)).toEqual([migrationNames().map(({ name }) => name)]);
    expect(mostHolders).toBe(1);
    expect(await findSchemaDrift(database.url)).toEqual([]);
  });

  it('leave nothing of themselves when they are reverted, and can be run again', async () => {
    await migrate(database.url);
    const dataSource = new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 2 }));
    await dataSource.initialize();
    for (let index = 0; index < migrationNames().length; index++) await dataSource.undoLastMigration();
    await dataSource.destroy();
    const { rows } = await database.client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'i' and relname !~ '^(breaking_)?migrations'
       union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proname like 'keep%'`,
    );
    expect(rows).toEqual([]);
    expect(await migrate(database.url)).toHaveLength(migrationNames().length);
    expect(await findSchemaDrift(database.url)).toEqual([]);
  });

  it('give stored series the calendar of their exchange, and labels of gaps the weight of one attempt', async () => {
    await migrate(database.url);
    const dataSource = new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 2 }));
    await dataSource.initialize();
    try {
      const later =
        migrationNames().length - migrationNames().findIndex(({ name }) => /^SetCalendars/.test(name));
      for (let index = 0; index < later; index++) await dataSource.undoLastMigration();
      // As the version before stored them: five names in lower case were XNYS, everything else round the clock.
      const stored = { NASDAQ: '24x7', us: 'XNYS', OANDA: '24x7', binance: '24x7' };
      for (const [exchange, calendar] of Object.entries(stored)) {
        await database.client.query(
          `with series as (insert into series (exchange, symbol, interval, calendar) values ($1, 'X', '1d', $2) returning id),
             marks as (insert into confirmed_gaps (series_id, first_open_time, last_open_time, attempts, asked_at)
               select id, now(), now(), 2, now() from series)
           insert into series_quality (series_id, version, counted_to, missing, off_grid, no_trades, counted_at)
           select id, 0, now(), 1, 1, 1, now() from series`,
          [exchange, calendar],
        );
      }
      await dataSource.runMigrations();
      const { rows } = await database.client.query(
        `select exchange, series.calendar, quality.calendar = series.calendar as counted,
                (select attempts from confirmed_gaps where series_id = series.id), no_trades::integer
         from series join series_quality quality on quality.series_id = series.id order by series.id`,
      );
      expect(rows).toEqual([
        { exchange: 'NASDAQ', calendar: 'XNYS', counted: false, attempts: null, no_trades: 0 },
        { exchange: 'us', calendar: 'XNYS', counted: true, attempts: 2, no_trades: 1 },
        { exchange: 'OANDA', calendar: '24x5', counted: false, attempts: null, no_trades: 0 },
        // Two requests of one repair, seconds apart, were one attempt.
        { exchange: 'binance', calendar: '24x7', counted: true, attempts: 1, no_trades: 0 },
      ]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('have candles that were stored as open before count by the clock, as they did', async () => {
    await migrate(database.url);
    const dataSource = new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 2 }));
    await dataSource.initialize();
    try {
      const names = migrationNames();
      const later = names.length - names.findIndex(({ name }) => /^MarkUnconfirmed/.test(name));
      for (let index = 0; index < later; index++) await dataSource.undoLastMigration();
      await database.client.query(
        `with series as (insert into series (exchange, symbol, interval, calendar) values ('x', 'X', '1d', '24x7') returning id)
         insert into candlesticks
         select id, day, 1, 1, 1, 1, 1, day < '2024-01-02'
         from series, generate_series('2024-01-01'::timestamptz, '2024-01-03', '1 day') day`,
      );
      const marks = async () => {
        const { rows } = await database.client.query<{ is_closed: boolean | null }>(
          'select is_closed from candlesticks order by open_time',
        );
        return rows.map(({ is_closed }) => is_closed);
      };
      await dataSource.runMigrations();
      expect(await marks()).toEqual([true, null, null]);
      for (let index = 0; index < later; index++) await dataSource.undoLastMigration();
      expect(await marks()).toEqual([true, false, false]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('turn stored results into what the engine gives, to the last digit, and back', async () => {
    await migrate(database.url);
    const dataSource = new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 2 }));
    await dataSource.initialize();
    const stored = async () => {
      const { rows } = await database.client.query<{ result: unknown }>(
        `select report as result from backtest_reports
         union all select result from (select result from parameter_searches where kind = 'walk_forward') run
         union all select result from (select result from parameter_searches where kind = 'sweep') sweep`,
      );
      return rows.map(({ result }) => result);
    };
    const outcome = async () =>
      (await database.client.query<{ outcome: unknown }>('select outcome from backtest_verifications'))
        .rows[0].outcome;
    const levels = async () => {
      const { rows } = await database.client.query<{ level: string | null }>(
        `select figures ->> 'verdictLevel' as level from parameter_searches order by id`,
      );
      return rows.map(({ level }) => level);
    };
    const levelOf = (form: object) =>
      (form as { readonly verdict: { readonly level: string } }).verdict.level;
    const regimes = async () =>
      (await database.client.query<{ details: object }>('select details from stored_regimes order by symbol'))
        .rows;
    try {
      const { report, walkForward, sweep } = STORED_RESULTS;
      const names = migrationNames();
      const later = names.length - names.findIndex(({ name }) => /^StoreEngineResults/.test(name));
      for (let index = 0; index < later; index++) await dataSource.undoLastMigration();
      await database.client.query(
        `with run as (insert into backtests (strategy_name, symbol, interval, start_date, end_date)
             values ('sma_cross', 'X', '1d', '2024-01-01', '2024-06-08') returning id),
           verified as (insert into backtest_verifications (backtest_id, status, outcome) select id, 'done', $2 from run)
         insert into backtest_reports (backtest_id, report) select id, $1 from run`,
        [report.before, OUTCOME.before],
      );
      const searches = [
        ['walk_forward', walkForward.before],
        ['sweep', sweep.before],
        ['sweep', null],
      ] as const;
      for (const [kind, result] of searches) {
        await database.client.query(
          `insert into parameter_searches (kind, strategy_name, symbol, interval, start_date, end_date, settings, result)
           values ($1, 'sma_cross', 'X', '1d', '2024-01-01', '2024-06-08', '{}', $2)`,
          [kind, result],
        );
      }
      for (const [index, { before }] of REGIME_DETAILS.entries()) {
        await database.client.query(
          `insert into stored_regimes (exchange, symbol, interval, regime, state_history, confidence, details, computed_at)
           values ('x', $1, '1d', 'bull', '[]', 1, $2, now())`,
          [index, before],
        );
      }
      await dataSource.runMigrations();
      expect(await stored()).toEqual([report.after, walkForward.after, sweep.after, null]);
      expect(await levels()).toEqual([levelOf(walkForward.after), levelOf(sweep.after), null]);
      expect(await outcome()).toEqual(OUTCOME.after);
      expect(await regimes()).toEqual(REGIME_DETAILS.map(({ after }) => ({ details: after })));
      for (let index = 0; index < later; index++) await dataSource.undoLastMigration();
      expect(await stored()).toEqual([report.before, walkForward.before, sweep.before, null]);
      expect(await outcome()).toEqual(OUTCOME.before);
      expect(await regimes()).toEqual(REGIME_DETAILS.map(({ before }) => ({ details: before })));
    } finally {
      await dataSource.destroy();
    }
  });

  it('run after those of the queue, and release their lock when these fail', async () => {
    await expect(migrate(database.url, () => Promise.reject(new Error('no queue')))).rejects.toThrow(
      'no queue',
    );
    expect(await migrate(database.url)).toHaveLength(migrationNames().length);
  });

  it('need no superuser, only the database as their own', async () => {
    const role = `owner_${randomBytes(4).toString('hex')}`;
    const ownerUrl = Object.assign(new URL(database.url), { username: role, password: role }).href;
    const name = new URL(database.url).pathname.slice(1);
    await database.client.query(`create role ${role} login password '${role}'`);
    try {
      await database.client.query(`alter database ${name} owner to ${role}`);
      expect(await migrate(ownerUrl, migrateQueueSchema)).toHaveLength(migrationNames().length);
      expect(await findSchemaDrift(ownerUrl)).toEqual([]);
    } finally {
      await database.client.query(`alter database ${name} owner to current_user`);
      await database.client.query(`drop owned by ${role} cascade`);
      await database.client.query(`drop role ${role}`);
    }
  });

  it('make the candles a hypertable where TimescaleDB is loaded, and a plain table elsewhere', async () => {
    await migrate(database.url);
    const loaded = await database.client.query<{ libraries: string }>(
      `select current_setting('shared_preload_libraries') as libraries`,
    );
    const isTimescale = loaded.rows[0].libraries.includes('timescaledb');
    const extension = await database.client.query(`select from pg_extension where extname = 'timescaledb'`);
    expect(extension.rowCount).toBe(isTimescale ? 1 : 0);
    const indexes = await database.client.query(
      `select indexname from pg_indexes where schemaname = 'public' and tablename = 'candlesticks' order by 1`,
    );
    expect(indexes.rows).toEqual([
      { indexname: 'candlesticks_pkey' },
      { indexname: 'candlesticks_unconfirmed_idx' },
    ]);
    const partitioned = isTimescale
      ? await database.client.query(
          `select column_name::text from timescaledb_information.dimensions where hypertable_name = 'candlesticks'`,
        )
      : { rows: [] };
    expect(partitioned.rows).toEqual(isTimescale ? [{ column_name: 'open_time' }] : []);
  });
});
