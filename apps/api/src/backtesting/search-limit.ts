import type { EntityManager } from 'typeorm';
import type { Submitter } from '#domain/job-runs/job-runs';
import { countUnfinishedSearches } from '#domain/parameter-search/parameter-searches';
import { tryLater } from '../http/api-error';

/** Of one subject, over all replicas. */
const MOST_UNFINISHED = 50;
const RETRY_SECONDS = 10;

/** In the transaction that submits one more; requests of one subject wait for each other here. */
export async function checkUnfinishedSearches(
  manager: EntityManager,
  { submittedBy }: Submitter,
): Promise<void> {
  if (submittedBy === null) return;
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `searches of ${submittedBy}`,
  ]);
  if ((await countUnfinishedSearches(manager, submittedBy)) < MOST_UNFINISHED) return;
  throw tryLater(
    429,
    `This token’s subject has ${MOST_UNFINISHED} searches that are not over, and may have no more; wait for one, or delete one`,
    RETRY_SECONDS,
  );
}
