import type { EntityManager } from 'typeorm';

/** Keeps a dataset from being deleted until the transaction has stored the run that needs it; false where it was deleted. */
export async function holdDataset(manager: EntityManager, datasetId: number): Promise<boolean> {
  const held = await manager.query<unknown[]>('select id from datasets where id = $1 for share', [datasetId]);
  return held.length > 0;
}

/** The backtest that is not over and needs a dataset, the oldest of them; undefined where none does. */
export async function findRunInNeedOf(
  manager: EntityManager,
  datasetId: number,
): Promise<number | undefined> {
  const runs = await manager.query<{ id: number }[]>(
    `select id from backtests
     where status in ('pending', 'running') and (dataset->>'datasetId')::integer = $1 order by id limit 1`,
    [datasetId],
  );
  return runs.at(0)?.id;
}
