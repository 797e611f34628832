import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const TRADES = {
  backtest_trades: 'backtest_id',
  walk_forward_trades: 'search_id',
  portfolio_trades: 'portfolio_id',
};

/** What lists of runs are often narrowed to. */
const FILTERS = ['symbol', 'strategy_name', 'author'];

/** A page of trades by entry, and a page and the total of the runs of one symbol, strategy or author, without reading the others. */
export class ListRunsAndTradesByIndex1764104230000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, run] of Object.entries(TRADES)) {
      await runner.query(`create index ${table}_entry_time_idx on ${table} (${run}, entry_time, position)`);
    }
    for (const column of FILTERS) {
      await runner.query(`create index runs_${column}_idx on runs (${column}, created_at, kind, run_id)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(TRADES)) await runner.query(`drop index ${table}_entry_time_idx`);
    for (const column of FILTERS) await runner.query(`drop index runs_${column}_idx`);
  }
}
