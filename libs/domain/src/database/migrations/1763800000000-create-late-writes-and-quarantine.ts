import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateLateWritesAndQuarantine1763800000000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table late_writes (
        series_id integer not null,
        version bigint not null,
        first_open_time timestamptz not null,
        last_open_time timestamptz not null,
        written_at timestamptz not null,
        constraint late_writes_pkey primary key (series_id, version)
      )`);
    await runner.query('create index late_writes_written_at_idx on late_writes (written_at)');
    await runner.query(`
      create table quarantined_candles (
        id bigint generated always as identity constraint quarantined_candles_pkey primary key,
        exchange text not null,
        symbol text not null,
        interval text not null,
        open_time timestamptz not null,
        open text not null,
        high text not null,
        low text not null,
        close text not null,
        volume text not null,
        source text not null,
        reason text not null,
        quarantined_at timestamptz not null,
        constraint quarantined_candles_key unique (exchange, symbol, interval, open_time)
      )`);
    await runner.query(`comment on column quarantined_candles.source is 'feed | backfill'`);
    await runner.query(
      'create index quarantined_candles_quarantined_at_idx on quarantined_candles (quarantined_at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table quarantined_candles, late_writes');
  }
}
