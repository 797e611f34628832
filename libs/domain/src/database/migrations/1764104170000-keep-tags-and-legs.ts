import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const TABLES = ['backtest_trades', 'walk_forward_trades', 'portfolio_trades'];

/** Null in trades of runs whose rules have no tags and no partial exits, and in all of before. */
export class KeepTagsAndLegs1764104170000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(
        `alter table ${table} add column entry_tag text, add column exit_tag text, add column legs jsonb`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(
        `alter table ${table} drop column entry_tag, drop column exit_tag, drop column legs`,
      );
    }
  }
}
