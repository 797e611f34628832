import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateOpenStreamLists1763800002000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    // Unlogged: what is written every few seconds and worth nothing after a crash need not go through the log.
    await runner.query(`
      create unlogged table open_stream_lists (
        instance text not null constraint open_stream_lists_pkey primary key,
        streams json not null,
        series jsonb not null,
        updated_at timestamptz not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table open_stream_lists');
  }
}
