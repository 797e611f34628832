import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateFeatures1764000000000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table feature_sets (
        exchange text not null,
        symbol text not null,
        interval text not null,
        as_of timestamptz not null,
        feature_version integer not null,
        features jsonb not null,
        warmup_bars integer not null,
        warmup_needed integer not null,
        source_series_id integer not null,
        source_version bigint not null,
        window_start timestamptz,
        window_end timestamptz not null,
        newest_open_time timestamptz,
        newest_candle text,
        next_open_time timestamptz not null,
        computed_at timestamptz not null,
        constraint feature_sets_pkey primary key (exchange, symbol, interval)
      )`);
    await runner.query(`
      create table feature_precomputes (
        id integer generated always as identity constraint feature_precomputes_pkey primary key,
        exchange text,
        symbol text,
        interval text,
        status text not null default 'queued',
        computed integer not null default 0,
        without_candles integer not null default 0,
        remaining integer,
        progressed_to integer,
        warnings text[] not null default '{}',
        last_error text,
        run integer not null default 1,
        losses integer not null default 0,
        run_token uuid,
        heartbeat_at timestamptz,
        queued_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        finished_at timestamptz
      )`);
    await runner.query(
      `comment on column feature_precomputes.status is 'queued | running | completed | failed'`,
    );
    await runner.query(`
      create index feature_precomputes_unfinished_idx on feature_precomputes (id)
        where status in ('queued', 'running')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table feature_precomputes, feature_sets');
  }
}
