import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Null in runs of before, whose benchmark was not kept bar by bar. */
export class KeepBenchmarksOfWalkForwards1764104160000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table walk_forward_curves add column benchmark bytea, add column relative jsonb',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table walk_forward_curves drop column benchmark, drop column relative');
  }
}
