import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** A worker without a heartbeat for this long has stopped. */
const HELD_SECONDS = 15;
/** Records that shared the columns of a job, by their jobs. */
const RECORDS = {
  gap_repairs: 'gap-repair',
  equity_ingests: 'equity-backfill',
  feature_precomputes: 'feature-precompute',
} as const;
const ADD_JOB_COLUMNS = `add column run integer not null default 1, add column losses integer not null default 0,
  add column run_token uuid, add column heartbeat_at timestamptz, add column queued_at timestamptz not null default now()`;
const RESTORE_JOB_COLUMNS =
  'run = job_runs.run + 1, losses = job_runs.losses, queued_at = job_runs.queued_at';
const UNFINISHED = `status in ('pending', 'running')`;

/** Runs that were under way become pending, under a run number that no queue knows. */
export class KeepJobsInOneTable1764102000000 implements DeclaredMigration {
  readonly olderCode = { mustStopBecause: 'jobs are claimed in a table of their own' };

  async up(runner: QueryRunner): Promise<void> {
    await refuseHeld(runner);
    await runner.query('create temporary table earlier_outbox on commit drop as table job_outbox');
    await runner.query('drop table job_outbox');
    await createTables(runner);
    await moveBacktests(runner);
    await moveSearches(runner);
    for (const [table, job] of Object.entries(RECORDS)) await moveRecords(runner, table, job);
    await runner.query(`
      update equity_ingest_symbols set status = 'pending' where status = 'queued'`);
    await runner.query(`
      alter table equity_ingest_symbols alter column status set default 'pending'`);
    await runner.query('comment on column equity_ingest_symbols.status is null');
    await runner.query(`
      insert into job_outbox (job, subject, run, available_at)
      select job, subject, run, coalesce(not_before, now()) from job_runs where status = 'pending'
      order by queued_at`);
    await runner.query(`
      alter table funding_ingests drop column not_before, drop column run_token, drop column heartbeat_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await restoreBacktests(runner);
    await restoreSearches(runner);
    for (const [table, job] of Object.entries(RECORDS)) await restoreRecords(runner, table, job);
    await runner.query(`update equity_ingest_symbols set status = 'queued' where status = 'pending'`);
    await runner.query(`alter table equity_ingest_symbols alter column status set default 'queued'`);
    await runner.query(
      `comment on column equity_ingest_symbols.status is 'queued | running | completed | failed'`,
    );
    await runner.query(`
      alter table funding_ingests
        add column not_before timestamptz, add column run_token uuid, add column heartbeat_at timestamptz`);
    await runner.query('drop table job_outbox, job_runs');
    await runner.query(`
      create table job_outbox (
        id bigint generated always as identity constraint job_outbox_pkey primary key,
        job_name text not null,
        job_id text not null,
        payload jsonb not null,
        available_at timestamptz not null default now(),
        created_at timestamptz not null default now()
      )`);
    await runner.query('create index job_outbox_job_id_idx on job_outbox (job_id)');
  }
}

async function refuseHeld(runner: QueryRunner): Promise<void> {
  const tables = ['backtests', 'parameter_search_chunks', 'funding_ingests', ...Object.keys(RECORDS)];
  const held = tables.map(
    (table) =>
      `select from ${table} where run_token is not null and heartbeat_at > now() - make_interval(secs => ${HELD_SECONDS})`,
  );
  const [{ count }] = (await runner.query(
    `select count(*)::integer as count from (${held.join(' union all ')}) held`,
  )) as [{ count: number }];
  if (count === 0) return;
  throw new Error(
    `${count} ${count === 1 ? 'run is' : 'runs are'} held by workers that sent a heartbeat in the last ${HELD_SECONDS} s: stop the workers, and migrate again`,
  );
}

async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table job_runs (
      job text not null,
      subject text not null,
      run integer not null default 1,
      status text not null default 'pending',
      token uuid,
      heartbeat_at timestamptz,
      losses integer not null default 0,
      not_before timestamptz,
      error text,
      submitted_by text,
      request_id text,
      priority integer not null default 0,
      queued_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      constraint job_runs_pkey primary key (job, subject)
    )`);
  await runner.query(
    `comment on column job_runs.status is 'pending | running | completed | failed | cancelled'`,
  );
  await runner.query(`create index job_runs_unfinished_idx on job_runs (job, subject) where ${UNFINISHED}`);
  await runner.query('create unique index job_runs_token_key on job_runs (token) where token is not null');
  await runner.query(
    `create index job_runs_waiting_idx on job_runs (submitted_by, job) where status = 'pending'`,
  );
  await runner.query(`
    create table job_outbox (
      id bigint generated always as identity constraint job_outbox_pkey primary key,
      job text not null,
      subject text not null,
      run integer not null,
      priority integer not null default 0,
      available_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    )`);
  await runner.query('create index job_outbox_subject_idx on job_outbox (job, subject)');
}

async function moveBacktests(runner: QueryRunner): Promise<void> {
  await runner.query(`
    insert into job_runs (job, subject, run, status, losses, not_before, error, queued_at, created_at, started_at, finished_at)
    select 'backtest', backtests.id, run + (${UNFINISHED})::integer,
      case when owned_by_client then 'cancelled' when status = 'running' then 'pending' else status end,
      losses, ${notBefore('backtest', 'backtests')}, failure_reason, queued_at, created_at, started_at, finished_at
    from backtests`);
  await runner.query(
    `update backtests set status = 'pending' where status = 'running' and not owned_by_client`,
  );
  await runner.query(`
    alter table backtests drop column owned_by_client, drop column run, drop column losses, drop column run_token,
      drop column heartbeat_at, drop column queued_at`);
  await runner.query('drop index backtests_unfinished_idx');
  await runner.query(`
    insert into job_runs (job, subject, run, status, queued_at)
    select 'backtest-verify', backtest_id, run + (status = 'pending')::integer,
      case status when 'done' then 'completed' else status end, queued_at
    from backtest_verifications`);
  await runner.query(`update backtest_verifications set status = 'completed' where status = 'done'`);
  await runner.query('alter table backtest_verifications drop column run, drop column queued_at');
}

/** A plan is done where there are chunks; an assembly is submitted by the last of them. */
async function moveSearches(runner: QueryRunner): Promise<void> {
  await runner.query(`
    insert into job_runs (job, subject, run, status, losses, error, queued_at, created_at, started_at, finished_at)
    select 'parameter-search', id, run + (status = 'pending')::integer,
      case status when 'running' then 'completed' else status end,
      losses, failure_reason, queued_at, created_at, started_at, finished_at
    from parameter_searches`);
  await runner.query(`
    insert into job_runs (job, subject, run, status, losses, queued_at)
    select 'parameter-search-chunk', search.id || ':' || position, search.run + 1,
      case when chunk.result is null then 'pending' else 'completed' end, chunk.losses, queued_at
    from parameter_search_chunks chunk join parameter_searches search on search.id = search_id
    where search.status = 'running'`);
  await runner.query(`
    insert into job_runs (job, subject, run, losses, queued_at)
    select 'parameter-search-assemble', id, run + 1, losses, queued_at from parameter_searches search
    where status = 'running' and not exists (
      select from parameter_search_chunks chunk where search_id = search.id and chunk.result is null)`);
  await runner.query(
    'alter table parameter_searches drop column run, drop column losses, drop column queued_at',
  );
  await runner.query(`
    alter table parameter_search_chunks drop column losses, drop column run_token, drop column heartbeat_at`);
}

async function moveRecords(runner: QueryRunner, table: string, job: string): Promise<void> {
  await runner.query(`
    insert into job_runs (job, subject, run, status, losses, not_before, error, queued_at, created_at, finished_at)
    select '${job}', ${table}.id, run + (status in ('queued', 'running'))::integer,
      case when status in ('queued', 'running') then 'pending' else status end,
      losses, ${notBefore(job, table)}, last_error, queued_at, created_at, finished_at
    from ${table}`);
  await runner.query(`update ${table} set status = 'pending' where status in ('queued', 'running')`);
  await runner.query(`drop index ${table}_unfinished_idx`);
  await runner.query('drop index if exists equity_ingests_running_key');
  await runner.query(`
    alter table ${table} alter column status set default 'pending', drop column run, drop column losses,
      drop column run_token, drop column heartbeat_at, drop column queued_at`);
  await runner.query(`comment on column ${table}.status is null`);
}

/** Until when an unfinished run waits. */
function notBefore(job: string, table: string): string {
  return `(select max(available_at) from earlier_outbox
    where job_id = '${job}-' || ${table}.id || '-' || ${table}.run and available_at > now())`;
}

async function restoreBacktests(runner: QueryRunner): Promise<void> {
  await runner.query(
    `alter table backtests add column owned_by_client boolean not null default false, ${ADD_JOB_COLUMNS}`,
  );
  await runner.query(`
    update backtests set ${RESTORE_JOB_COLUMNS}, owned_by_client = job_runs.status = 'cancelled',
      status = case when backtests.status = 'running' and job_runs.status <> 'cancelled' then 'pending' else backtests.status end
    from job_runs where job = 'backtest' and subject = backtests.id::text`);
  await runner.query(`create index backtests_unfinished_idx on backtests (status) where ${UNFINISHED}`);
  await runner.query(`
    alter table backtest_verifications
      add column run integer not null default 1, add column queued_at timestamptz not null default now()`);
  await runner.query(`
    update backtest_verifications verification
    set run = job_runs.run, queued_at = job_runs.queued_at,
      status = case verification.status when 'completed' then 'done' when 'running' then 'pending' else verification.status end
    from job_runs where job = 'backtest-verify' and subject = backtest_id::text`);
}

async function restoreSearches(runner: QueryRunner): Promise<void> {
  await runner.query(`
    alter table parameter_searches add column run integer not null default 1,
      add column losses integer not null default 0, add column queued_at timestamptz not null default now()`);
  await runner.query(`
    update parameter_searches search
    set run = job_runs.run + 1, losses = job_runs.losses, queued_at = job_runs.queued_at,
      status = case when search.status = 'running' and plan is null then 'pending' else search.status end
    from job_runs where job = 'parameter-search' and subject = search.id::text`);
  await runner.query(`
    alter table parameter_search_chunks add column losses integer not null default 0, add column run_token uuid,
      add column heartbeat_at timestamptz`);
}

async function restoreRecords(runner: QueryRunner, table: string, job: string): Promise<void> {
  await runner.query(`alter table ${table} alter column status set default 'queued', ${ADD_JOB_COLUMNS}`);
  await runner.query(`
    update ${table} set ${RESTORE_JOB_COLUMNS},
      status = case when ${table}.${UNFINISHED} then 'queued' else ${table}.status end
    from job_runs where job = '${job}' and subject = ${table}.id::text`);
  await runner.query(`comment on column ${table}.status is 'queued | running | completed | failed'`);
  await runner.query(
    `create index ${table}_unfinished_idx on ${table} (id) where status in ('queued', 'running')`,
  );
  if (table !== 'equity_ingests') return;
  await runner.query(
    `create unique index equity_ingests_running_key on equity_ingests (status) where status = 'running'`,
  );
}
