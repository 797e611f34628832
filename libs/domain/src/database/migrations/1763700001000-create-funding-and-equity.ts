import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateFundingAndEquity1763700001000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table funding_rates (
        exchange text not null,
        symbol text not null,
        funding_time timestamptz not null,
        funding_rate numeric not null,
        mark_price numeric,
        constraint funding_rates_pkey primary key (exchange, symbol, funding_time)
      )`);
    await runner.query(`
      create table backtest_equity (
        backtest_id integer not null constraint backtest_equity_pkey primary key,
        open_times bytea not null,
        equity bytea not null,
        constraint backtest_equity_backtest_id_fkey foreign key (backtest_id) references backtests on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table backtest_equity, funding_rates');
  }
}
