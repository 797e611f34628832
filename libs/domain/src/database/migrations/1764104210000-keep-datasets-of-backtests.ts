import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Null in runs that no dataset decides. A worker of the version before fails those of signals, which it does not know. */
export class KeepDatasetsOfBacktests1764104210000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table backtests add column dataset jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table backtests drop column dataset');
  }
}
