import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const MEASURES = [
  'total_return',
  'sharpe_ratio',
  'max_drawdown',
  'benchmark_return',
  'probability_of_backtest_overfitting',
  'trials',
  'walk_forward_efficiency',
  'consistency',
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
  't_statistic',
  'probabilistic_sharpe_ratio',
  'deflated_sharpe_ratio',
  'min_track_record_length',
];

/** The measures that a list is often sorted by, the best first. */
const SORTED = {
  total_return: 'desc',
  sharpe_ratio: 'desc',
  max_drawdown: 'asc',
  cagr: 'desc',
  deflated_sharpe_ratio: 'desc',
};

const COUNT_EVENTS = {
  inserts: 'after insert on runs referencing new table as changed for each statement',
  deletes: 'after delete on runs referencing old table as changed for each statement',
  truncates: 'after truncate on runs for each statement',
};

/** The table that lists all runs; the next migration has it kept. */
export class CreateRuns1764103530000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table runs (
        kind text not null,
        run_id integer not null,
        strategy_name text not null,
        symbol text not null,
        interval text not null,
        exchange text,
        start_date date not null,
        end_date date not null,
        status text not null,
        parameters jsonb not null default '{}',
        verdict text,
        author text,
        created_at timestamptz not null,
        name text,
        note text,
        tags text[] not null default '{}',
        ${MEASURES.map((measure) => `${measure} double precision`).join(', ')},
        constraint runs_pkey primary key (kind, run_id)
      )`);
    await runner.query('create index runs_created_at_idx on runs (created_at, kind, run_id)');
    for (const [measure, order] of Object.entries(SORTED)) {
      await runner.query(
        `create index runs_${measure}_idx
         on runs (${measure} ${order} nulls last, created_at desc, kind desc, run_id desc)`,
      );
    }
    for (const [event, when] of Object.entries(COUNT_EVENTS)) {
      await runner.query(`create trigger runs_count_${event} ${when} execute function keep_record_count()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table runs');
  }
}
