import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Of a run's report, by their columns of `runs`; there they are called the same in camel case. */
const METRICS = [
  'trades',
  'cagr',
  'annual_volatility',
  'sortino_ratio',
  'calmar_ratio',
  'longest_drawdown_seconds',
  'exposure',
  'turnover',
  'win_rate',
  'profit_factor',
  'average_trade_return',
  'best_trade_return',
  'worst_trade_return',
  'average_trade_seconds',
  'system_quality_number',
  'kelly_fraction',
];

const toCamelCase = (column: string) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const KEPT = {
  portfolio_runs: 'insert or update of exchange, status, total_return, sharpe_ratio, max_drawdown',
  portfolio_reports: 'insert or update',
};

/** Has portfolio runs among all `runs`, as KeepRuns1764103531000 does the others. */
export class ListPortfolioRuns1764104120000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function keep_run(given portfolio_runs) returns void language plpgsql as $$
      begin
        insert into runs (kind, run_id, strategy_name, symbol, interval, exchange, start_date, end_date, status, created_at,
          parameters, total_return, sharpe_ratio, max_drawdown)
        values ('portfolio', given.id, given.strategy_name, given.symbol, given.interval, given.exchange, given.start_date,
          given.end_date, given.status, given.created_at, keep_numbers(given.parameters), given.total_return,
          given.sharpe_ratio, given.max_drawdown)
        on conflict (kind, run_id) do update set exchange = excluded.exchange, status = excluded.status,
          total_return = excluded.total_return, sharpe_ratio = excluded.sharpe_ratio, max_drawdown = excluded.max_drawdown;
      end $$`);
    await runner.query(`
      create function keep_run(given portfolio_reports) returns void language plpgsql as $$
      declare
        metrics jsonb := given.report -> 'metrics';
      begin
        update runs set
          verdict = given.report #>> '{verdict,level}',
          benchmark_return = (given.report #>> '{benchmark,totalReturn}')::float8,
          ${METRICS.map((column) => `${column} = (metrics ->> '${toCamelCase(column)}')::float8`).join(', ')}
        where kind = 'portfolio' and run_id = given.portfolio_id;
      end $$`);
    await runner.query(`
      create function keep_portfolio_without_row() returns trigger language plpgsql as
      $$ begin delete from runs where kind = 'portfolio' and run_id = old.id; return null; end $$`);
    await runner.query(`
      create function keep_author_of_portfolio() returns trigger language plpgsql as $$
      begin
        update runs set author = new.submitted_by where kind = 'portfolio' and run_id = new.subject::integer;
        return null;
      end $$`);
    for (const [table, writes] of Object.entries(KEPT)) {
      await runner.query(
        `create trigger ${table}_keep_run after ${writes} on ${table} for each row execute function keep_run_of_row()`,
      );
    }
    await runner.query(
      `create trigger portfolio_runs_drop_run after delete on portfolio_runs
       for each row execute function keep_portfolio_without_row()`,
    );
    await runner.query(
      `create trigger job_runs_keep_portfolio after insert on job_runs
       for each row when (new.submitted_by is not null and new.job = 'portfolio')
       execute function keep_author_of_portfolio()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger job_runs_keep_portfolio on job_runs');
    await runner.query('drop trigger portfolio_runs_drop_run on portfolio_runs');
    for (const table of Object.keys(KEPT)) await runner.query(`drop trigger ${table}_keep_run on ${table}`);
    await runner.query('drop function keep_author_of_portfolio, keep_portfolio_without_row');
    await runner.query('drop function keep_run(portfolio_runs), keep_run(portfolio_reports)');
    await runner.query(`delete from runs where kind = 'portfolio'`);
  }
}
