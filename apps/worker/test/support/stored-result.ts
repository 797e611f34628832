import type { JobStage } from './job-stage';

/** Everything that a run stored, as text: equal texts are equal to the last byte. Times of the run are not part of it. */
export interface StoredResult {
  readonly row: string;
  readonly report: string | null;
  readonly trades: string | null;
}

export async function readStoredResults(
  stage: JobStage,
  ids: readonly number[],
): Promise<Map<number, StoredResult>> {
  const rows = await stage.query<StoredResult & { id: number }>(
    `select id,
       jsonb_build_object('status', status, 'sharpe', sharpe_ratio::text, 'drawdown', max_drawdown::text,
         'return', total_return::text, 'reason', failure_reason)::text as row,
       (select report::text from backtest_reports where backtest_id = backtests.id) as report,
       (select string_agg((to_jsonb(backtest_trades) - 'backtest_id')::text, E'\\n' order by position)
          from backtest_trades where backtest_id = backtests.id) as trades
     from backtests where id = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, ...result }) => [id, result]));
}
