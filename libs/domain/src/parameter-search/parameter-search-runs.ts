import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { HEARTBEAT_EXPIRY_SECONDS, MAXIMUM_LOSSES } from '../backtesting/backtest-runs';
import { ParameterSearch } from './parameter-search.entity';

export interface ChunkKey {
  readonly searchId: number;
  readonly position: number;
}

/** What claiming a chunk found: work to do, nothing to do any more, or another worker still at it. */
export type ChunkClaim =
  | { readonly state: 'claimed'; readonly runToken: string; readonly work: object }
  | { readonly state: 'over' }
  | { readonly state: 'busy' };

const LOSS_REASON = `The search lost its workers ${MAXIMUM_LOSSES} times, and is not tried again`;

/**
 * The states of a search and of its chunks: pending → running (planned, chunks written) → completed | failed. Steps of
 * the search are fenced by its run number, those of a chunk by the token of who claimed it.
 */
@Injectable()
export class ParameterSearchRuns {
  constructor(private readonly dataSource: DataSource) {}

  findPending(id: number, run: number): Promise<ParameterSearch | null> {
    return this.dataSource.manager.findOneBy(ParameterSearch, { id, run, status: 'pending' });
  }

  findRunning(id: number, run: number): Promise<ParameterSearch | null> {
    return this.dataSource.manager.findOneBy(ParameterSearch, { id, run, status: 'running' });
  }

  async databaseTime(): Promise<Date> {
    const [{ now }] = await this.dataSource.query<[{ now: Date }]>('select clock_timestamp() as now');
    return now;
  }

  /** Writes the plan and its chunks; false when the search is no longer the pending one that was planned. */
  begin({ id, run }: { id: number; run: number }, plan: object, chunks: readonly object[]): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [, begun] = await manager.query<[unknown, number]>(
        `update parameter_searches set status = 'running', plan = $3, started_at = now(), queued_at = now()
         where id = $1 and run = $2 and status = 'pending'`,
        [id, run, JSON.stringify(plan)],
      );
      if (begun === 0) return false;
      await manager.query(
        `insert into parameter_search_chunks (search_id, position, work)
         select $1, ordinality - 1, work from unnest($2::jsonb[]) with ordinality as chunk (work, ordinality)`,
        [id, chunks.map((chunk) => JSON.stringify(chunk))],
      );
      return true;
    });
  }

  complete(
    { id, run }: { id: number; run: number },
    result: NonNullable<ParameterSearch['result']>,
  ): Promise<boolean> {
    return this.finish(id, run, `status = 'completed', result = $3`, JSON.stringify(result));
  }

  fail({ id, run }: { id: number; run: number }, reason: string): Promise<boolean> {
    return this.finish(id, run, `status = 'failed', failure_reason = $3`, reason);
  }

  /** Positions of the chunks that are not done. */
  async openChunks(searchId: number): Promise<number[]> {
    const rows = await this.dataSource.query<{ position: number }[]>(
      'select position from parameter_search_chunks where search_id = $1 and result is null order by position',
      [searchId],
    );
    return rows.map(({ position }) => position);
  }

  async chunkResults(searchId: number): Promise<object[]> {
    const rows = await this.dataSource.query<{ result: object }[]>(
      'select result from parameter_search_chunks where search_id = $1 order by position',
      [searchId],
    );
    return rows.map(({ result }) => result);
  }

  async claimChunk({ searchId, position }: ChunkKey): Promise<ChunkClaim> {
    const runToken = randomUUID();
    const [claimed] = await this.dataSource.query<[{ work: object; losses: number }[], number]>(
      `update parameter_search_chunks chunk
       set losses = chunk.losses + (chunk.run_token is not null)::integer, run_token = $3, heartbeat_at = now()
       from parameter_searches search
       where search.id = chunk.search_id and search.status = 'running'
         and chunk.search_id = $1 and chunk.position = $2 and chunk.result is null
         and (chunk.run_token is null or chunk.heartbeat_at < now() - make_interval(secs => ${HEARTBEAT_EXPIRY_SECONDS}))
       returning chunk.work, chunk.losses`,
      [searchId, position, runToken],
    );
    if (claimed.length > 0) {
      if (claimed[0].losses < MAXIMUM_LOSSES) return { state: 'claimed', runToken, work: claimed[0].work };
      await this.giveUp(searchId);
      return { state: 'over' };
    }
    const open = await this.dataSource.query<unknown[]>(
      `select from parameter_search_chunks chunk join parameter_searches search on search.id = chunk.search_id
       where search.status = 'running' and search_id = $1 and position = $2 and chunk.result is null`,
      [searchId, position],
    );
    return { state: open.length > 0 ? 'busy' : 'over' };
  }

  /** Says that these chunks are worked on; answers the tokens that still hold. */
  async keepAlive(runTokens: readonly string[]): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ run_token: string }[], number]>(
      `update parameter_search_chunks chunk set heartbeat_at = now() from parameter_searches search
       where search.id = chunk.search_id and search.status = 'running' and run_token = any($1::uuid[])
       returning run_token`,
      [runTokens],
    );
    return rows.map((row) => row.run_token);
  }

  /** False, and nothing written, when the token no longer holds. */
  async completeChunk(runToken: string, result: object): Promise<boolean> {
    const [, written] = await this.dataSource.query<[unknown, number]>(
      'update parameter_search_chunks set result = $2, run_token = null where run_token = $1',
      [runToken, JSON.stringify(result)],
    );
    return written === 1;
  }

  /** Lets the chunk go: its worker stops, or met an error nobody expected (a loss). */
  async releaseChunk(runToken: string, { lost }: { lost: boolean }): Promise<void> {
    await this.dataSource.query(
      `update parameter_search_chunks set run_token = null, losses = losses + $2::integer where run_token = $1`,
      [runToken, lost ? 1 : 0],
    );
  }

  /** Unfinished searches that were queued a while ago and have no outbox entry: the queue should have their jobs. */
  findQueued(queuedForSeconds: number): Promise<Pick<ParameterSearch, 'id' | 'run' | 'status'>[]> {
    return this.dataSource.query(
      `select id, run, status from parameter_searches
       where status in ('pending', 'running') and queued_at < now() - make_interval(secs => $1)
         and not exists (select from job_outbox
           where job_id = 'parameter-search-' || parameter_searches.id || '-' || parameter_searches.run)
       order by id limit 100`,
      [queuedForSeconds],
    );
  }

  /** Gives an unfinished search a new run number; undefined when it is over, or was lost too often. */
  async requeue(
    manager: EntityManager,
    { id, run }: { id: number; run: number },
  ): Promise<number | undefined> {
    const [rows] = await manager.query<[{ run: number; status: string }[], number]>(
      `update parameter_searches
       set run = run + 1, losses = losses + 1, queued_at = now(),
           status = case when losses + 1 >= ${MAXIMUM_LOSSES} then 'failed' else status end,
           failure_reason = case when losses + 1 >= ${MAXIMUM_LOSSES} then '${LOSS_REASON}' end,
           finished_at = case when losses + 1 >= ${MAXIMUM_LOSSES} then now() end
       where id = $1 and run = $2 and status in ('pending', 'running') returning run, status`,
      [id, run],
    );
    return rows.find(({ status }) => status !== 'failed')?.run;
  }

  private async giveUp(id: number): Promise<void> {
    await this.dataSource.query(
      `update parameter_searches set status = 'failed', failure_reason = $2, finished_at = now()
       where id = $1 and status = 'running'`,
      [id, LOSS_REASON],
    );
  }

  private async finish(id: number, run: number, change: string, value: string): Promise<boolean> {
    const [, finished] = await this.dataSource.query<[unknown, number]>(
      `update parameter_searches set ${change}, finished_at = now()
       where id = $1 and run = $2 and status in ('pending', 'running')`,
      [id, run, value],
    );
    return finished === 1;
  }
}
