import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Null in runs of before: their own series was held beside them. A worker of the version before holds that in any run. */
export class KeepBenchmarksOfBacktests1764104000000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table backtests add column benchmark jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table backtests drop column benchmark');
  }
}
