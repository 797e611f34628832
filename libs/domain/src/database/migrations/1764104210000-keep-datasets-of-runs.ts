import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const TABLES = ['backtests', 'parameter_searches', 'portfolio_runs'];

/** Null in runs that read no dataset. A worker of the version before fails those that do, which it does not know. */
export class KeepDatasetsOfRuns1764104210000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} add column datasets jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} drop column datasets`);
  }
}
