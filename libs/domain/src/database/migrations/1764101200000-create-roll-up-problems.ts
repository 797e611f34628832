import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateRollUpProblems1764101200000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table roll_up_failures (
        source_series_id integer not null,
        interval text not null,
        reason text not null,
        failures integer not null,
        failed_at timestamptz not null,
        retry_at timestamptz not null,
        constraint roll_up_failures_pkey primary key (source_series_id, interval)
      )`);
    await runner.query(`
      create table roll_up_skips (
        source_series_id integer not null,
        interval text not null,
        open_time timestamptz not null,
        cause text not null,
        reason text not null,
        skipped_at timestamptz not null,
        constraint roll_up_skips_pkey primary key (source_series_id, interval, open_time)
      )`);
    await runner.query(`comment on column roll_up_skips.cause is 'out_of_domain | base_deleted'`);
    await runner.query(`
      create function delete_roll_up_problems() returns trigger language plpgsql as $$
      begin
        delete from roll_up_failures where source_series_id = old.id;
        delete from roll_up_skips where source_series_id = old.id;
        return null;
      end $$`);
    await runner.query(`
      create trigger series_delete_roll_up_problems after delete on series
      for each row execute function delete_roll_up_problems()`);
    // Left by roll-ups whose first candle could not be written.
    await runner.query(`
      delete from series using roll_ups
      where series.id = roll_ups.series_id and candle_count = 0 and last_write_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger series_delete_roll_up_problems on series');
    await runner.query('drop function delete_roll_up_problems');
    await runner.query('drop table roll_up_skips, roll_up_failures');
  }
}
