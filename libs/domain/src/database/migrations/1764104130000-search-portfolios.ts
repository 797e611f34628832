import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const COLUMNS = { allocation: 'text', universe_name: 'text', members: 'jsonb' };

/** Null in searches over one series. A worker of the version before fails those of portfolios, which it cannot read. */
export class SearchPortfolios1764104130000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, type] of Object.entries(COLUMNS)) {
      await runner.query(`alter table parameter_searches add column ${column} ${type}`);
    }
    await runner.query('alter table walk_forward_trades add column member integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table walk_forward_trades drop column member');
    // A version before would take them for searches over one series.
    await runner.query('delete from parameter_searches where allocation is not null');
    for (const column of Object.keys(COLUMNS)) {
      await runner.query(`alter table parameter_searches drop column ${column}`);
    }
  }
}
