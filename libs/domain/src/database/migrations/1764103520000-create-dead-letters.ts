import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateDeadLetters1764103520000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table dead_letters (
        id integer generated always as identity constraint dead_letters_pkey primary key,
        kind text not null,
        subject text not null,
        stream text not null,
        sequence bigint not null,
        sent_at timestamptz not null,
        deliveries integer not null,
        content bytea not null,
        headers jsonb not null default '{}',
        reason jsonb not null,
        status text not null default 'waiting',
        outcome text,
        received_at timestamptz not null default now(),
        decided_at timestamptz,
        constraint dead_letters_stream_sequence_sent_at_key unique (stream, sequence, sent_at)
      )`);
    await runner.query('create index dead_letters_status_kind_idx on dead_letters (status, kind)');
    await runner.query(`
      create trigger dead_letters_count_inserts after insert on dead_letters
      referencing new table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger dead_letters_count_deletes after delete on dead_letters
      referencing old table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger dead_letters_count_truncates after truncate on dead_letters
      for each statement execute function keep_record_count()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table dead_letters');
    await runner.query(`delete from record_counts where table_name = 'dead_letters'`);
  }
}
