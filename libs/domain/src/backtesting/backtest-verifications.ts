import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Metrics } from '#engine/performance/compute-metrics';
import { BacktestReport } from './backtest-report.entity';
import type { CompletedBacktest } from './backtest-results';
import { TRADE_COLUMNS, TRADE_ROWS, tradeParameters } from './backtest-trade-columns';
import { BacktestVerification } from './backtest-verification.entity';
import type { RunFingerprint } from './stored-report';
import type { VerificationOutcome } from './verification';

/** Figures of the record by their columns, and what the report calls them. */
const FIGURES = {
  sharpe_ratio: 'sharpeRatio',
  max_drawdown: 'maxDrawdown',
  total_return: 'totalReturn',
} as const satisfies Record<string, keyof Metrics>;

/** Verifications of completed backtests, one per backtest at a time, and what they compare with. */
@Injectable()
export class BacktestVerifications {
  constructor(private readonly dataSource: DataSource) {}

  /** False when one is under way already. */
  async begin(manager: EntityManager, backtestId: number): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `insert into backtest_verifications as verification (backtest_id) values ($1)
       on conflict (backtest_id) do update set status = 'pending', outcome = null
         where verification.status in ('completed', 'failed')
       returning 1`,
      [backtestId],
    );
    return rows.length > 0;
  }

  find(backtestId: number): Promise<BacktestVerification | null> {
    return this.dataSource.manager.findOneBy(BacktestVerification, { backtestId });
  }

  async storeOutcome(
    manager: EntityManager,
    backtestId: number,
    outcome: VerificationOutcome,
  ): Promise<void> {
    await manager.update(BacktestVerification, { backtestId }, { outcome });
  }

  async storedFingerprint(backtestId: number): Promise<RunFingerprint | null> {
    const stored = await this.dataSource.manager.findOneBy(BacktestReport, { backtestId });
    return stored?.report.fingerprint ?? null;
  }

  /** Which figures of the record are not those of its run's report, by their names in the API: a client edited them. */
  async figuresNotOfRun(backtestId: number): Promise<string[]> {
    const [row] = await this.dataSource.query<({ figures: string[] } | undefined)[]>(
      `select array_remove(array[${Object.entries(FIGURES)
        .map(
          ([column, name]) =>
            `case when ${column} is distinct from (report.report -> 'metrics' ->> '${name}')::float8 then '${column}' end`,
        )
        .join(', ')}], null) as figures
       from backtests join backtest_reports report on report.backtest_id = backtests.id where backtests.id = $1`,
      [backtestId],
    );
    return row?.figures ?? [];
  }

  /** Whether report (but for its fingerprint, and for what a run of before did not keep), trades and equity are what is stored, to the last byte. */
  async holds(
    backtestId: number,
    { report, trades, openTimes, equity }: CompletedBacktest,
  ): Promise<boolean> {
    const [figures] = await this.dataSource.query<({ same: boolean } | undefined)[]>(
      `select report.report - 'fingerprint' = $2::jsonb - 'fingerprint' - case when report.report ? 'relative' then '' else 'relative' end
           and equity.open_times = $3 and equity.equity = $4 as same
       from backtest_reports report join backtest_equity equity using (backtest_id) where backtest_id = $1`,
      [backtestId, JSON.stringify(report), openTimes, equity],
    );
    if (!figures?.same) return false;
    const [found] = await this.dataSource.query<{ count: number; others: number }[]>(
      `with stored as (select ${TRADE_COLUMNS} from backtest_trades where backtest_id = $1)
       select (select count(*)::integer from stored) as count,
         (select count(*)::integer from (table stored except select ${TRADE_COLUMNS} from (${TRADE_ROWS}) trade) other) as others`,
      [backtestId, ...tradeParameters(trades)],
    );
    return found.count === trades.entryTime.length && found.others === 0;
  }
}
