import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateBacktestVerifications1763700002000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table backtest_verifications (
        backtest_id integer not null constraint backtest_verifications_pkey primary key,
        run integer not null default 1,
        status text not null default 'pending',
        outcome jsonb,
        queued_at timestamptz not null default now(),
        constraint backtest_verifications_backtest_id_fkey
          foreign key (backtest_id) references backtests on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table backtest_verifications');
  }
}
