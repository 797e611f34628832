import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateEquityImpliedFactors1764100800000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table equity_implied_factors (
        symbol text not null,
        ex_date date not null,
        factor numeric not null,
        constraint equity_implied_factors_pkey primary key (symbol, ex_date)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table equity_implied_factors');
  }
}
