import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateHeadlines1763900001000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table headlines (
        id integer generated always as identity constraint headlines_pkey primary key,
        fingerprint text not null,
        source text not null,
        link text,
        title text not null,
        summary text,
        published_at timestamptz not null,
        fetched_at timestamptz not null default now(),
        symbols text[] not null default '{}'
      )`);
    await runner.query('create unique index headlines_fingerprint_key on headlines (fingerprint)');
    await runner.query('create index headlines_published_at_idx on headlines (published_at, id)');
    await runner.query(`
      create trigger headlines_count_inserts after insert on headlines
      referencing new table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger headlines_count_deletes after delete on headlines
      referencing old table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger headlines_count_truncates after truncate on headlines
      for each statement execute function keep_record_count()`);
    await runner.query(`
      create table headline_feeds (
        url text not null,
        asked_at timestamptz,
        etag text,
        last_modified text,
        succeeded_at timestamptz,
        attempts integer not null default 0,
        last_error text,
        constraint headline_feeds_pkey primary key (url)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table headline_feeds, headlines');
    await runner.query(`delete from record_counts where table_name = 'headlines'`);
  }
}
