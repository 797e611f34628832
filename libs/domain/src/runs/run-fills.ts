import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Each batch is a transaction of tens of milliseconds, in which no worker can write the result of its runs. */
const ROWS_AT_ONCE = 200;

/** A row of `run_fills`: how far the runs of a table are in the list; no row where all are. */
interface RunFill {
  readonly source: 'backtests' | 'parameter_searches';
  /** Those from this id on are listed. */
  readonly below: number;
}

interface Source {
  /** What else of a row is copied, by the ids from $1 to below $2. */
  readonly alsoKeep?: string;
  readonly job: string;
  readonly kinds: string;
}

const SOURCES: Readonly<Record<RunFill['source'], Source>> = {
  backtests: {
    alsoKeep:
      'select keep_run(stored) from backtest_reports stored where backtest_id >= $1 and backtest_id < $2',
    job: 'backtest',
    kinds: `('backtest')`,
  },
  parameter_searches: { job: 'parameter-search', kinds: `('sweep', 'walk-forward')` },
};

/** Puts the runs of before there was a list of all runs into it, the newest first. */
@Injectable()
export class RunFills {
  constructor(private readonly dataSource: DataSource) {}

  /** Several processes share the work; nothing is left when it answers, unless `stop` ends it or another process is at it. */
  async fill(stop: AbortSignal): Promise<void> {
    let isFilling = true;
    while (isFilling && !stop.aborted) {
      isFilling = await this.dataSource.transaction((manager) => fillBatch(manager));
    }
  }
}

/** False where there is nothing to do. */
async function fillBatch(manager: EntityManager): Promise<boolean> {
  const [fill] = await manager.query<(RunFill | undefined)[]>(
    'select source, below_id as below from run_fills order by source for update skip locked limit 1',
  );
  if (!fill) return false;
  const { source, below } = fill;
  const { alsoKeep, job, kinds } = SOURCES[source];
  // Locked, so that nobody changes or deletes them until they are listed as they are.
  const kept = await manager.query<{ id: number }[]>(
    `select id, keep_run(given) from (
       select id, stored as given from ${source} stored where id < $1 order by id desc limit $2 for share) batch`,
    [below, ROWS_AT_ONCE],
  );
  const start = kept.reduce((least, { id }) => Math.min(least, id), below);
  if (alsoKeep !== undefined) await manager.query(alsoKeep, [start, below]);
  await manager.query(
    `update runs set author = job_runs.submitted_by from job_runs
     where kind in ${kinds} and run_id >= $1 and run_id < $2 and job_runs.job = $3 and job_runs.subject = run_id::text`,
    [start, below, job],
  );
  if (kept.length === ROWS_AT_ONCE) {
    await manager.query('update run_fills set below_id = $2 where source = $1', [source, start]);
  } else await manager.query('delete from run_fills where source = $1', [source]);
  return true;
}
