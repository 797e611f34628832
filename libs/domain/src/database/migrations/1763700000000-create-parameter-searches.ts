import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateParameterSearches1763700000000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parameter_searches (
        id integer generated always as identity constraint parameter_searches_pkey primary key,
        kind text not null,
        strategy_name text not null,
        symbol text not null,
        interval text not null,
        exchange text,
        start_date date not null,
        end_date date not null,
        settings jsonb not null,
        warnings jsonb not null default '[]',
        status text not null default 'pending',
        failure_reason text,
        plan jsonb,
        result jsonb,
        run integer not null default 1,
        losses integer not null default 0,
        queued_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        created_at timestamptz not null default now()
      )`);
    await runner.query('create index parameter_searches_kind_id_idx on parameter_searches (kind, id)');
    await runner.query(
      `create index parameter_searches_unfinished_idx on parameter_searches (status)
         where status in ('pending', 'running')`,
    );
    await runner.query(`
      create table parameter_search_chunks (
        search_id integer not null,
        position integer not null,
        work jsonb not null,
        result jsonb,
        losses integer not null default 0,
        run_token uuid,
        heartbeat_at timestamptz,
        constraint parameter_search_chunks_pkey primary key (search_id, position),
        constraint parameter_search_chunks_search_id_fkey
          foreign key (search_id) references parameter_searches on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table parameter_search_chunks, parameter_searches');
  }
}
