import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateDatasets1764104200000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table datasets (
        id integer generated always as identity constraint datasets_pkey primary key,
        name text not null,
        version integer not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint datasets_name_key unique (name)
      )`);
    await runner.query(`
      create trigger datasets_count_inserts after insert on datasets
      referencing new table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger datasets_count_deletes after delete on datasets
      referencing old table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger datasets_count_truncates after truncate on datasets
      for each statement execute function keep_record_count()`);
    await runner.query(`
      create table dataset_versions (
        id integer generated always as identity constraint dataset_versions_pkey primary key,
        dataset_id integer not null
          constraint dataset_versions_dataset_id_fkey references datasets on delete cascade,
        version integer not null,
        content_sha256 text not null,
        parts integer[] not null,
        columns jsonb not null,
        available_at text,
        interval text,
        row_count bigint not null,
        symbol_count integer,
        start_time timestamptz not null,
        end_time timestamptz not null,
        last_times jsonb not null,
        created_at timestamptz not null default now(),
        constraint dataset_versions_dataset_id_version_key unique (dataset_id, version)
      )`);
    await runner.query(`
      create table dataset_parts (
        id integer generated always as identity constraint dataset_parts_pkey primary key,
        dataset_id integer constraint dataset_parts_dataset_id_fkey references datasets on delete cascade,
        renewed_at timestamptz not null default now()
      )`);
    await runner.query(`
      create table dataset_blocks (
        part_id integer not null constraint dataset_blocks_part_id_fkey references dataset_parts on delete cascade,
        sequence integer not null,
        column_index integer not null,
        row_count integer not null,
        content bytea,
        constraint dataset_blocks_pkey primary key (part_id, sequence, column_index)
      )`);
    // Its content is compressed already.
    await runner.query('alter table dataset_blocks alter column content set storage external');
    await runner.query('create index dataset_parts_dataset_id_idx on dataset_parts (dataset_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['dataset_blocks', 'dataset_parts', 'dataset_versions', 'datasets'])
      await runner.query(`drop table ${table}`);
    await runner.query(`delete from record_counts where table_name = 'datasets'`);
  }
}
