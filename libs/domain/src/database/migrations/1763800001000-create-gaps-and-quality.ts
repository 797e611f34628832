import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateGapsAndQuality1763800001000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table confirmed_gaps (
        series_id integer not null,
        first_open_time timestamptz not null,
        last_open_time timestamptz not null,
        attempts integer not null,
        asked_at timestamptz not null,
        constraint confirmed_gaps_pkey primary key (series_id, first_open_time)
      )`);
    await runner.query(`
      create table series_quality (
        series_id integer not null constraint series_quality_pkey primary key,
        version bigint not null,
        counted_to timestamptz not null,
        missing bigint not null,
        off_grid bigint not null,
        no_trades bigint not null,
        counted_at timestamptz not null
      )`);
    await runner.query(`
      create table gap_repairs (
        id integer generated always as identity constraint gap_repairs_pkey primary key,
        exchange text not null,
        symbol text not null,
        interval text not null,
        start_time timestamptz,
        end_time timestamptz,
        status text not null default 'queued',
        asked integer not null default 0,
        repaired integer not null default 0,
        no_trades integer not null default 0,
        still_missing integer not null default 0,
        progressed_to timestamptz,
        last_error text,
        run integer not null default 1,
        losses integer not null default 0,
        run_token uuid,
        heartbeat_at timestamptz,
        queued_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        finished_at timestamptz
      )`);
    await runner.query(`comment on column gap_repairs.status is 'queued | running | completed | failed'`);
    await runner.query(
      `create index gap_repairs_unfinished_idx on gap_repairs (id) where status in ('queued', 'running')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table gap_repairs, series_quality, confirmed_gaps');
  }
}
