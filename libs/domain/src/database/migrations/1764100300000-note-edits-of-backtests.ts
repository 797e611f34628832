import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class NoteEditsOfBacktests1764100300000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table backtests add column edited_at timestamptz,
        add column edited_fields text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table backtests drop column edited_fields, drop column edited_at');
  }
}
