import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateUniverses1764104100000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table universes (
        id integer generated always as identity constraint universes_pkey primary key,
        name text not null,
        members jsonb not null,
        member_count integer not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint universes_name_key unique (name)
      )`);
    await runner.query(`
      create trigger universes_count_inserts after insert on universes
      referencing new table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger universes_count_deletes after delete on universes
      referencing old table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger universes_count_truncates after truncate on universes
      for each statement execute function keep_record_count()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table universes');
    await runner.query(`delete from record_counts where table_name = 'universes'`);
  }
}
