import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class KeepTimesOfRegimes1764100300100 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stored_regimes add column state_times bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stored_regimes drop column state_times');
  }
}
