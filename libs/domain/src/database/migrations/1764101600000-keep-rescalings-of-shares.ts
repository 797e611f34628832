import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class KeepRescalingsOfShares1764101600000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table equity_symbols add column rescaling jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table equity_symbols drop column rescaling');
  }
}
