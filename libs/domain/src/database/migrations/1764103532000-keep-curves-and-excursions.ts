import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Runs of before have none: they are null, and nothing is computed again. */
export class KeepCurvesAndExcursions1764103532000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table backtest_equity add column benchmark bytea, add column position bytea');
    await runner.query(
      'alter table backtest_trades add column mae double precision, add column mfe double precision',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table backtest_trades drop column mae, drop column mfe');
    await runner.query('alter table backtest_equity drop column benchmark, drop column position');
  }
}
