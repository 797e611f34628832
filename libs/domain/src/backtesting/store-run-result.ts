import type { EntityManager } from 'typeorm';

/** What a run of any kind found, but for its trades and what else its kind has. */
export interface CompletedRun<Report> {
  readonly sharpeRatio: number | null;
  readonly maxDrawdown: number | null;
  readonly totalReturn: number | null;
  readonly report: Report;
  /** Little-endian doubles of equal number: open times of the bars in ms, and at their closes the equity and that of the benchmark. */
  readonly openTimes: Uint8Array;
  readonly equity: Uint8Array;
  readonly benchmark: Uint8Array;
}

/** Where runs of a kind are stored. */
interface RunTables {
  readonly runs: string;
  readonly reports: string;
  readonly curves: string;
  /** Of the run in the tables of what it found. */
  readonly key: string;
  /** The column of the curve that runs of the kind alone have. */
  readonly further: string;
}

/** In the transaction that finishes the run: the record's figures, its report and its curves; `further` is of the same bars. */
export async function storeRunResult<Report>(
  manager: EntityManager,
  { runs, reports, curves, key, further }: RunTables,
  id: number,
  { sharpeRatio, maxDrawdown, totalReturn, report, openTimes, equity, benchmark }: CompletedRun<Report>,
  furtherCurve: Uint8Array,
): Promise<void> {
  await manager.query(
    `with figures as (
       update ${runs} set sharpe_ratio = $2, max_drawdown = $3, total_return = $4 where id = $1
     ), report as (
       insert into ${reports} (${key}, report) values ($1, $5)
       on conflict (${key}) do update set report = excluded.report
     )
     insert into ${curves} (${key}, open_times, equity, benchmark, ${further}) values ($1, $6, $7, $8, $9)
     on conflict (${key}) do update set open_times = excluded.open_times, equity = excluded.equity,
       benchmark = excluded.benchmark, ${further} = excluded.${further}`,
    [
      id,
      sharpeRatio,
      maxDrawdown,
      totalReturn,
      JSON.stringify(report),
      openTimes,
      equity,
      benchmark,
      furtherCurve,
    ],
  );
}
