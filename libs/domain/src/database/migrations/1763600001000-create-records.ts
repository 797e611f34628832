import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const COUNTED_TABLES = ['backtests', 'trade_journal_entries', 'strategy_ideas'] as const;

export class CreateRecords1763600001000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await this.createBacktesting(runner);
    await runner.query(`
      create table trade_journal_entries (
        id integer generated always as identity constraint trade_journal_entries_pkey primary key,
        symbol text not null,
        side text not null,
        entry_price numeric not null,
        exit_price numeric,
        notes text,
        created_at timestamptz not null default now()
      )`);
    await runner.query(`
      create table strategy_ideas (
        id integer generated always as identity constraint strategy_ideas_pkey primary key,
        name text not null,
        description text not null,
        asset_class text not null default 'crypto',
        status text not null default 'draft',
        created_at timestamptz not null default now()
      )`);
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
    await this.countRecords(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table job_outbox, strategy_ideas, trade_journal_entries, backtest_trades');
    await runner.query('drop table backtest_reports, backtests, record_counts');
    await runner.query('drop function keep_record_count');
  }

  private async createBacktesting(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table backtests (
        id integer generated always as identity constraint backtests_pkey primary key,
        strategy_name text not null,
        symbol text not null,
        interval text not null,
        exchange text,
        start_date date not null,
        end_date date not null,
        parameters jsonb not null default '{}',
        execution jsonb not null default '{}',
        status text not null default 'pending',
        sharpe_ratio double precision,
        max_drawdown double precision,
        total_return double precision,
        failure_reason text,
        owned_by_client boolean not null default false,
        run integer not null default 1,
        losses integer not null default 0,
        run_token uuid,
        heartbeat_at timestamptz,
        queued_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        created_at timestamptz not null default now()
      )`);
    await runner.query(
      `create index backtests_unfinished_idx on backtests (status) where status in ('pending', 'running')`,
    );
    await runner.query(`
      create table backtest_reports (
        backtest_id integer not null constraint backtest_reports_pkey primary key,
        report jsonb not null,
        constraint backtest_reports_backtest_id_fkey foreign key (backtest_id) references backtests on delete cascade
      )`);
    await runner.query(`
      create table backtest_trades (
        backtest_id integer not null,
        position integer not null,
        entry_time timestamptz not null,
        exit_time timestamptz not null,
        side text not null,
        quantity text not null,
        entry_price text not null,
        exit_price text not null,
        fees text not null,
        funding text not null,
        pnl text not null,
        return double precision not null,
        exit_reason text not null,
        constraint backtest_trades_pkey primary key (backtest_id, position),
        constraint backtest_trades_backtest_id_fkey foreign key (backtest_id) references backtests on delete cascade
      )`);
  }

  /** Statement triggers keep each counted table's total, in sixteen shards chosen by connection. */
  private async countRecords(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table record_counts (
        table_name text not null,
        shard smallint not null,
        count bigint not null,
        constraint record_counts_pkey primary key (table_name, shard)
      )`);
    await runner.query(`
      create function keep_record_count() returns trigger language plpgsql as $$
      declare delta bigint;
      begin
        if tg_op = 'TRUNCATE' then
          delete from record_counts where table_name = tg_table_name;
          return null;
        end if;
        select case tg_op when 'INSERT' then count(*) else -count(*) end into delta from changed;
        if delta <> 0 then
          insert into record_counts as total (table_name, shard, count)
          values (tg_table_name, pg_backend_pid() % 16, delta)
          on conflict (table_name, shard) do update set count = total.count + excluded.count;
        end if;
        return null;
      end $$`);
    for (const table of COUNTED_TABLES) {
      await runner.query(`
        create trigger ${table}_count_inserts after insert on ${table}
        referencing new table as changed for each statement execute function keep_record_count()`);
      await runner.query(`
        create trigger ${table}_count_deletes after delete on ${table}
        referencing old table as changed for each statement execute function keep_record_count()`);
      await runner.query(`
        create trigger ${table}_count_truncates after truncate on ${table}
        for each statement execute function keep_record_count()`);
    }
  }
}
