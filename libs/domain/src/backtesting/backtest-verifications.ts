import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Metrics } from '#engine/performance/compute-metrics';
import type { CompletedBacktest } from './backtest-results';
import { TRADE_COLUMNS, TRADE_ROWS, tradeParameters } from './backtest-trade-columns';
import { RunVerifications } from './run-verifications';

/** Figures of the record by their columns, and what the report calls them. */
const FIGURES = {
  sharpe_ratio: 'sharpeRatio',
  max_drawdown: 'maxDrawdown',
  total_return: 'totalReturn',
} as const satisfies Record<string, keyof Metrics>;

/** Verifications of completed backtests, and what they compare with. */
@Injectable()
export class BacktestVerifications extends RunVerifications {
  constructor(dataSource: DataSource) {
    super(dataSource, {
      verifications: 'backtest_verifications',
      reports: 'backtest_reports',
      key: 'backtest_id',
    });
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
    return this.holdsTrades(
      `select ${TRADE_COLUMNS} from backtest_trades where backtest_id = $1`,
      `select ${TRADE_COLUMNS} from (${TRADE_ROWS}) trade`,
      [backtestId, ...tradeParameters(trades)],
      trades.entryTime.length,
    );
  }
}
