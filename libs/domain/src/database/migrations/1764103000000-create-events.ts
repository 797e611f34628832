import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateEvents1764103000000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table events (
        id bigint generated always as identity constraint events_pkey primary key,
        position bigint,
        kind text not null,
        exchange text,
        symbol text,
        interval text,
        event_count integer not null,
        content jsonb not null,
        bytes integer not null,
        bytes_to bigint,
        recorded_at timestamptz not null default clock_timestamp(),
        constraint events_position_key unique (position)
      )`);
    await runner.query('create index events_unnumbered_idx on events (id) where position is null');
    // Every row is written twice and deleted a day later.
    await runner.query(`
      alter table events set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1)`);
    await runner.query(`
      create table candle_loads (
        load_id uuid not null,
        series_id integer not null,
        first_open_time timestamptz not null,
        last_open_time timestamptz not null,
        inserted bigint not null,
        updated bigint not null,
        version bigint not null,
        renewed_at timestamptz not null,
        constraint candle_loads_pkey primary key (load_id, series_id)
      )`);
    await runner.query('create index candle_loads_renewed_at_idx on candle_loads (renewed_at)');
    await runner.query(`
      create table gap_reports (
        series_id integer constraint gap_reports_pkey primary key,
        reported_from timestamptz not null,
        reported_to timestamptz not null
      )`);
    await runner.query('alter table candlesticks add column is_corrected boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table candlesticks drop column is_corrected');
    await runner.query('drop table gap_reports, candle_loads, events');
  }
}
