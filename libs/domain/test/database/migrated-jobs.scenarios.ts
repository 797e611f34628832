import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { findSchemaDrift, migrate } from '#domain/database/migrate';
import { type ConnectedDatabase, connectTo, createEmptyDatabase } from '../../../../test/test-database';

/** As version 0.1 left them: what has a token is held by a worker. */
const EARLIER = `
  insert into backtests (strategy_name, symbol, interval, start_date, end_date, status, run, losses, run_token, heartbeat_at,
      failure_reason, owned_by_client)
  select 's', 'X', '1d', '2024-01-01', '2024-06-08', status, run, losses, token::uuid, now(), reason, owned
  from (values
    ('pending', 1, 0, null, null, false), ('running', 3, 2, gen_random_uuid()::text, null, false),
    ('completed', 1, 0, null, null, false), ('failed', 26, 25, null, 'lost', false), ('running', 1, 0, null, null, true)
  ) as earlier (status, run, losses, token, reason, owned);
  insert into backtest_verifications (backtest_id, run, status) values (3, 2, 'pending');
  insert into parameter_searches (kind, strategy_name, symbol, interval, start_date, end_date, settings, status, run)
  select 'sweep', 's', 'X', '1d', '2024-01-01', '2024-06-08', '{}', status, 4
  from unnest(array['pending', 'running', 'running', 'completed']) status;
  insert into parameter_search_chunks (search_id, position, work, result, losses)
  values (2, 0, '{}', '{}', 0), (2, 1, '{}', null, 5), (3, 0, '{}', '{}', 0), (4, 0, '{}', '{}', 0);
  insert into gap_repairs (exchange, symbol, interval, status, run, run_token, heartbeat_at)
  values ('x', 'X', '1m', 'running', 1, gen_random_uuid(), now()), ('x', 'X', '1m', 'completed', 1, null, now());
  insert into equity_ingests (start_date, end_date, status, run, last_error)
  values ('2024-01-01', '2024-06-08', 'queued', 2, 'limited');
  insert into equity_ingest_symbols (ingest_id, symbol) values (1, 'SPX');
  insert into funding_ingests (exchange, symbol, run_token, heartbeat_at) values ('x', 'X', gen_random_uuid(), now());
  insert into job_outbox (job_name, job_id, payload, available_at)
  values ('equity-backfill', 'equity-backfill-1-2', '{}', now() + interval '1 hour'),
    ('backtest', 'backtest-1-1', '{}', now());`;

describe('the migration of jobs', () => {
  let database: ConnectedDatabase;
  beforeAll(async () => {
    database = await connectTo(await createEmptyDatabase());
  });
  afterAll(() => database.drop());

  const rows = async (text: string) => (await database.client.query<Record<string, unknown>>(text)).rows;
  const statuses = async (table: string) =>
    (await rows(`select status from ${table} order by id`)).map(({ status }) => status);

  it('refuses while workers send heartbeats, keeps every run, and can be reverted', async () => {
    await migrate(database.url);
    const options = dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 2 });
    const dataSource = new DataSource(options);
    await dataSource.initialize();
    try {
      const names = (options.migrations as { name: string }[]).map(({ name }) => name);
      const later = names.length - names.findIndex((name) => name.startsWith('KeepJobsInOneTable'));
      const revert = async () => {
        for (let index = 0; index < later; index++) await dataSource.undoLastMigration();
      };
      await revert();
      await database.client.query(EARLIER);
      // The backtest, the repair and the funding.
      await expect(dataSource.runMigrations()).rejects.toThrow(
        '3 runs are held by workers that sent a heartbeat in the last 15 s: stop the workers, and migrate again',
      );
      for (const table of ['backtests', 'gap_repairs', 'funding_ingests']) {
        await database.client.query(`update ${table} set heartbeat_at = now() - interval '16 seconds'`);
      }
      await dataSource.runMigrations();
      expect(
        await rows(
          `select concat_ws(' ', job, subject || ':', 'run', run, status, 'losses', losses, 'held by ' || token,
             case when not_before > now() then 'later' end) as text from job_runs order by job, subject`,
        ),
      ).toEqual(
        [
          'backtest 1: run 2 pending losses 0',
          'backtest 2: run 4 pending losses 2',
          'backtest 3: run 1 completed losses 0',
          'backtest 4: run 26 failed losses 25',
          'backtest 5: run 2 cancelled losses 0',
          'backtest-verify 3: run 3 pending losses 0',
          'equity-backfill 1: run 3 pending losses 0 later',
          'gap-repair 1: run 2 pending losses 0',
          'gap-repair 2: run 1 completed losses 0',
          'parameter-search 1: run 5 pending losses 0',
          'parameter-search 2: run 4 completed losses 0',
          'parameter-search 3: run 4 completed losses 0',
          'parameter-search 4: run 4 completed losses 0',
          'parameter-search-assemble 3: run 5 pending losses 0',
          'parameter-search-chunk 2:0: run 5 completed losses 0',
          'parameter-search-chunk 2:1: run 5 pending losses 5',
          'parameter-search-chunk 3:0: run 5 completed losses 0',
        ].map((text) => ({ text })),
      );
      // Each that waits is on its way to the queue, at its time.
      expect(
        await rows(
          `select count(*)::integer as waiting, (count(entry.id))::integer as entries,
             (count(*) filter (where entry.available_at > now()))::integer as later
           from job_runs run left join job_outbox entry using (job, subject, run) where status = 'pending'`,
        ),
      ).toEqual([{ waiting: 8, entries: 8, later: 1 }]);
      expect(await statuses('backtests')).toEqual(['pending', 'pending', 'completed', 'failed', 'running']);
      expect(await statuses('gap_repairs')).toEqual(['pending', 'completed']);
      expect(await rows('select status from equity_ingest_symbols')).toEqual([{ status: 'pending' }]);

      await revert();
      expect(await statuses('gap_repairs')).toEqual(['queued', 'completed']);
      expect(await rows('select run, losses, owned_by_client from backtests order by id')).toMatchObject([
        ...[{ run: 3 }, { run: 5, losses: 2 }, {}, { losses: 25 }, { owned_by_client: true }],
      ]);
      await dataSource.runMigrations();
      expect(await findSchemaDrift(database.url)).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  });
});
