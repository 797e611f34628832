import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Metrics } from '#engine/performance/compute-metrics';
import { BacktestReport } from './backtest-report.entity';
import type { CompletedBacktest } from './backtest-runs';
import { TRADE_COLUMNS, TRADE_ROWS, tradeParameters } from './backtest-trade-columns';
import { BacktestVerification } from './backtest-verification.entity';
import { Backtest } from './backtest.entity';
import type { RunFingerprint } from './stored-report';
import type { VerificationOutcome } from './verification';

/** A verification without a heartbeat for this long was lost with its queue. */
const LOST_AFTER_SECONDS = 600;

/** Figures of the record by their columns, and what the report calls them. */
const FIGURES = {
  sharpe_ratio: 'sharpeRatio',
  max_drawdown: 'maxDrawdown',
  total_return: 'totalReturn',
} as const satisfies Record<string, keyof Metrics>;

/**
 * Verifications of completed backtests, one per backtest at a time: pending → done | failed. Doing one twice does no harm, so
 * nobody claims it; its run number alone decides whose outcome counts.
 */
@Injectable()
export class BacktestVerifications {
  constructor(private readonly dataSource: DataSource) {}

  /** A new verification's run number; undefined when one is under way already. */
  async begin(manager: EntityManager, backtestId: number): Promise<number | undefined> {
    const rows = await manager.query<{ run: number }[]>(
      `insert into backtest_verifications as verification (backtest_id) values ($1)
       on conflict (backtest_id) do update
         set run = verification.run + 1, status = 'pending', outcome = null, queued_at = now()
         where verification.status <> 'pending' or verification.queued_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS})
       returning run`,
      [backtestId],
    );
    return rows[0]?.run;
  }

  find(backtestId: number): Promise<BacktestVerification | null> {
    return this.dataSource.manager.findOneBy(BacktestVerification, { backtestId });
  }

  /** The backtest to run again, when this verification is still to be done. */
  async findPending(backtestId: number, run: number): Promise<Backtest | null> {
    const { manager } = this.dataSource;
    const pending = await manager.existsBy(BacktestVerification, { backtestId, run, status: 'pending' });
    return pending ? manager.findOneBy(Backtest, { id: backtestId }) : null;
  }

  /** False, and nothing written, when the backtest is deleted or a newer verification has begun. */
  async finish(backtestId: number, run: number, outcome: VerificationOutcome): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      BacktestVerification,
      { backtestId, run, status: 'pending' },
      { status: 'done', outcome },
    );
    return affected === 1;
  }

  async fail(backtestId: number, run: number): Promise<void> {
    await this.dataSource.manager.update(
      BacktestVerification,
      { backtestId, run, status: 'pending' },
      { status: 'failed' },
    );
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

  /** Whether report (but for its fingerprint), trades and equity are what is stored, to the last byte. */
  async holds(
    backtestId: number,
    { report, trades, openTimes, equity }: CompletedBacktest,
  ): Promise<boolean> {
    const [figures] = await this.dataSource.query<({ same: boolean } | undefined)[]>(
      `select report.report - 'fingerprint' = $2::jsonb - 'fingerprint'
           and equity.open_times = $3 and equity.equity = $4 as same
       from backtest_reports report join backtest_equity equity using (backtest_id) where backtest_id = $1`,
      [backtestId, JSON.stringify(report), openTimes, equity],
    );
    if (!figures?.same) return false;
    const [found] = await this.dataSource.query<{ count: number; others: number }[]>(
      `with stored as (select ${TRADE_COLUMNS} from backtest_trades where backtest_id = $1)
       select (select count(*)::integer from stored) as count,
         (select count(*)::integer from (table stored except ${TRADE_ROWS}) other) as others`,
      [backtestId, ...tradeParameters(trades)],
    );
    return found.count === trades.entryTime.length && found.others === 0;
  }
}
