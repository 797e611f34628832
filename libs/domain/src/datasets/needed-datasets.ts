import type { EntityManager } from 'typeorm';
import type { FixedDataset } from '../backtesting/backtest.entity';
import { RUN_NAMES, type RunKind } from '../runs/run-measures';

/** Keeps datasets from being deleted until the transaction has stored the run that needs them; false where one was deleted. */
export async function holdDatasets(
  manager: EntityManager,
  datasets: readonly FixedDataset[] | null,
): Promise<boolean> {
  if (datasets === null) return true;
  const ids = [...new Set(datasets.map(({ datasetId }) => datasetId))];
  const held = await manager.query<unknown[]>(
    'select id from datasets where id = any($1) order by id for share',
    [ids],
  );
  return held.length === ids.length;
}

/** A run that is not over and needs a dataset, in words; undefined where none does. */
export async function findRunInNeedOf(
  manager: EntityManager,
  datasetId: number,
): Promise<string | undefined> {
  const runs = await manager.query<{ kind: RunKind; id: number }[]>(
    `select kind, id from (
       select 'backtest' as kind, id, status, datasets from backtests
       union all select case kind when 'sweep' then 'sweep' else 'walk-forward' end, id, status, datasets from parameter_searches
       union all select 'portfolio', id, status, datasets from portfolio_runs
     ) run
     where status in ('pending', 'running') and datasets @> jsonb_build_array(jsonb_build_object('datasetId', $1::integer))
     order by kind, id limit 1`,
    [datasetId],
  );
  const run = runs.at(0);
  return run && `${RUN_NAMES[run.kind]} ${run.id}`;
}
