import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateEquities1764000100000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table equity_symbols (
        symbol text not null,
        provider text,
        adjusted_to date,
        actions_known datemultirange not null default '{}',
        last_error text,
        attempted_at timestamptz,
        tracked_at timestamptz not null default now(),
        constraint equity_symbols_pkey primary key (symbol)
      )`);
    await runner.query(`insert into equity_symbols (symbol) values ('SPX')`);
    await runner.query(`
      create table equity_splits (
        symbol text not null,
        ex_date date not null,
        numerator numeric not null,
        denominator numeric not null,
        constraint equity_splits_pkey primary key (symbol, ex_date)
      )`);
    await runner.query(`
      create table equity_dividends (
        symbol text not null,
        ex_date date not null,
        amount numeric not null,
        constraint equity_dividends_pkey primary key (symbol, ex_date)
      )`);
    await runner.query(`
      create table equity_ingests (
        id integer generated always as identity constraint equity_ingests_pkey primary key,
        start_date date not null,
        end_date date not null,
        status text not null default 'queued',
        detail text,
        last_error text,
        run integer not null default 1,
        losses integer not null default 0,
        pauses integer not null default 0,
        run_token uuid,
        heartbeat_at timestamptz,
        queued_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        finished_at timestamptz
      )`);
    await runner.query(`comment on column equity_ingests.status is 'queued | running | completed | failed'`);
    await runner.query(
      `create index equity_ingests_unfinished_idx on equity_ingests (id) where status in ('queued', 'running')`,
    );
    await runner.query(
      `create unique index equity_ingests_running_key on equity_ingests (status) where status = 'running'`,
    );
    await runner.query(`
      create table equity_ingest_symbols (
        ingest_id integer not null,
        symbol text not null,
        status text not null default 'queued',
        sessions integer not null default 0,
        asked integer not null default 0,
        rows_written integer not null default 0,
        rows_rewritten integer not null default 0,
        quarantined integer not null default 0,
        still_missing integer not null default 0,
        before_history integer not null default 0,
        progressed_to date,
        detail text,
        last_error text,
        constraint equity_ingest_symbols_pkey primary key (ingest_id, symbol)
      )`);
    await runner.query(
      `comment on column equity_ingest_symbols.status is 'queued | running | completed | failed'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table equity_ingest_symbols, equity_ingests, equity_dividends, equity_splits, equity_symbols',
    );
  }
}
