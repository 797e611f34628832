import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { cancelIdleRuns, removeRuns } from '../job-runs/end-runs';
import { ParameterSearch } from './parameter-search.entity';

/** Part of a search, as the subject of its job names it. */
export interface ChunkKey {
  readonly searchId: number;
  readonly position: number;
}

/** Searches, their plans and the results of their chunks. What a worker writes is written in the transaction that finishes its job. */
@Injectable()
export class ParameterSearches {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when it is over or deleted. */
  findUnfinished(id: number): Promise<ParameterSearch | null> {
    return this.dataSource.manager.findOne(ParameterSearch, {
      where: [
        { id, status: 'running' },
        { id, status: 'pending' },
      ],
    });
  }

  async databaseTime(): Promise<Date> {
    const [{ now }] = await this.dataSource.query<[{ now: Date }]>('select clock_timestamp() as now');
    return now;
  }

  /** Writes the plan and its chunks; answers the subjects of the chunks' jobs. */
  async plan(manager: EntityManager, id: number, plan: object, chunks: readonly object[]): Promise<string[]> {
    await manager.query('update parameter_searches set plan = $2 where id = $1', [id, JSON.stringify(plan)]);
    await manager.query(
      `insert into parameter_search_chunks (search_id, position, work)
       select $1, ordinality - 1, work from unnest($2::jsonb[]) with ordinality as chunk (work, ordinality)`,
      [id, chunks.map((chunk) => JSON.stringify(chunk))],
    );
    return chunks.map((_, position) => toChunkSubject({ searchId: id, position }));
  }

  /** Which window, and which combinations of the plan; null when the search is deleted. */
  async findWork({ searchId, position }: ChunkKey): Promise<object | null> {
    const rows = await this.dataSource.query<{ work: object }[]>(
      'select work from parameter_search_chunks where search_id = $1 and position = $2',
      [searchId, position],
    );
    return rows.at(0)?.work ?? null;
  }

  /** Whether it was the last one. Of two that are completed at once one waits for the other's commit. */
  async completeChunk(
    manager: EntityManager,
    { searchId, position }: ChunkKey,
    result: object,
  ): Promise<boolean> {
    await manager.query(
      'update parameter_search_chunks set result = $3 where search_id = $1 and position = $2',
      [searchId, position, JSON.stringify(result)],
    );
    await manager.query('select from parameter_searches where id = $1 for no key update', [searchId]);
    const open = await manager.query<unknown[]>(
      'select from parameter_search_chunks where search_id = $1 and result is null limit 1',
      [searchId],
    );
    return open.length === 0;
  }

  async chunkResults(searchId: number): Promise<object[]> {
    const rows = await this.dataSource.query<{ result: object }[]>(
      'select result from parameter_search_chunks where search_id = $1 order by position',
      [searchId],
    );
    return rows.map(({ result }) => result);
  }

  async storeResult(
    manager: EntityManager,
    id: number,
    result: NonNullable<ParameterSearch['result']>,
  ): Promise<void> {
    await manager.query('update parameter_searches set result = $2 where id = $1', [
      id,
      JSON.stringify(result),
    ]);
  }

  /** Where the rest of the search need not be computed. */
  async complete(
    manager: EntityManager,
    id: number,
    result: NonNullable<ParameterSearch['result']>,
  ): Promise<void> {
    await manager.query(
      `update parameter_searches set status = 'completed', result = $2, finished_at = now()
       where id = $1 and status <> 'failed' and result is null`,
      [id, JSON.stringify(result)],
    );
    await cancelJobsOfSearch(manager, id);
  }
}

/** How many searches of one submitter are not over; verifications do not count. */
export async function countUnfinishedSearches(manager: EntityManager, submittedBy: string): Promise<number> {
  const [{ count }] = await manager.query<[{ count: number }]>(
    `select count(*)::integer as count from parameter_searches search
     join job_runs run on run.job = 'parameter-search' and run.subject = search.id::text
     where search.status in ('pending', 'running') and search.verified_search_id is null and run.submitted_by = $1`,
    [submittedBy],
  );
  return count;
}

export function toChunkSubject({ searchId, position }: ChunkKey): string {
  return `${searchId}:${position}`;
}

export function chunkOf(subject: string): ChunkKey {
  const [searchId, position] = subject.split(':').map(Number);
  return { searchId, position };
}

/**
 * All jobs of searches, in the order in which one submits the next. A chunk's is looked up once the plans' are removed or cancelled: a
 * plan that is being finished at the same time has submitted all of its chunks by then.
 */
async function* jobsOf(
  manager: EntityManager,
  searchIds: readonly number[],
): AsyncGenerator<readonly [job: string, subjects: readonly string[]]> {
  const subjects = searchIds.map(String);
  yield ['parameter-search', subjects];
  const chunks = await manager.query<ChunkKey[]>(
    `select search_id as "searchId", position from parameter_search_chunks where search_id = any($1)`,
    [searchIds],
  );
  yield ['parameter-search-chunk', chunks.map(toChunkSubject)];
  yield ['parameter-search-assemble', subjects];
}

/** Before a search is deleted: its jobs, and those of its verification. */
export async function removeJobsOfSearch(manager: EntityManager, id: number): Promise<void> {
  const searches = await manager.query<{ id: number }[]>(
    'select id from parameter_searches where id = $1 or verified_search_id = $1',
    [id],
  );
  const ids = searches.map((search) => search.id);
  for await (const [job, subjects] of jobsOf(manager, ids)) await removeRuns(manager, job, subjects);
}

/**
 * The jobs of a search that is over. What is just being finished is left: its row is locked by who waits for the search, and what it
 * writes changes nothing any more.
 */
export async function cancelJobsOfSearch(manager: EntityManager, id: number): Promise<void> {
  for await (const [job, subjects] of jobsOf(manager, [id])) await cancelIdleRuns(manager, job, subjects);
}
