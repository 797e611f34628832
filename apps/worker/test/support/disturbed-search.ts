import { JobStage } from './job-stage';
import { type LosableQueue, openLosableQueue } from './losable-queue';
import { contentOf, SearchClient } from './search-client';
import type { ServiceProcess } from './service-process';
import { eventually } from './within';

/** Combinations over six spans: seconds of work for two workers. */
const LONG_SEARCH = {
  param_grid: { fast: { min: 1, max: 40, step: 1 }, slow: { min: 101, max: 140, step: 1 } },
};

/** Into how many a search of this size is cut. */
export const CHUNKS = 32;

interface ChunkCounts {
  readonly done: number;
  readonly held: number;
  readonly silent: number;
  readonly losses: number;
}

/** A long walk-forward run whose undisturbed answer is known, with everything that can be taken from it. */
export class DisturbedSearch {
  readonly searches: SearchClient;
  workers: ServiceProcess[] = [];
  private undisturbed: string;

  private constructor(
    readonly stage: JobStage,
    readonly queue: LosableQueue,
  ) {
    this.searches = new SearchClient(stage);
  }

  static async open(): Promise<DisturbedSearch> {
    const queue = await openLosableQueue();
    const scene = new DisturbedSearch(await JobStage.open({ queue: queue.redisUrl }), queue);
    await scene.runWorkers(2);
    const search = await scene.searches.walkForward(LONG_SEARCH, 'wait=60');
    expect(search).toMatchObject({
      status: 'completed',
      summary: { trials: 1_600 },
      progress: { chunks: CHUNKS },
    });
    scene.undisturbed = contentOf(search);
    return scene;
  }

  async close(): Promise<void> {
    await this.stage.close();
    await this.queue.close();
  }

  /** So many workers, those that run already among them. */
  async runWorkers(count: number): Promise<ServiceProcess[]> {
    const running = this.workers.filter(({ isRunning }) => isRunning);
    await Promise.all(running.splice(count).map((worker) => worker.kill()));
    const missing = Array.from({ length: count - running.length }, () => this.stage.startWorker());
    this.workers = [...running, ...(await Promise.all(missing))];
    return this.workers;
  }

  async submit(): Promise<number> {
    const { id, status } = await this.searches.walkForward(LONG_SEARCH, 'wait=0');
    expect(status).toBe('running');
    return id;
  }

  /** `silent` are chunks whose worker has missed two heartbeats. */
  async countChunks(id: number): Promise<ChunkCounts> {
    const [counts] = await this.stage.query<ChunkCounts>(
      `select (count(*) filter (where status = 'completed'))::integer as done, count(token)::integer as held,
         (count(*) filter (where token is not null and heartbeat_at < now() - interval '2.5 seconds'))::integer as silent,
         coalesce(sum(losses), 0)::integer as losses
       from job_runs where job = 'parameter-search-chunk' and split_part(subject, ':', 1) = $1`,
      [String(id)],
    );
    return counts;
  }

  async lossesOf(id: number): Promise<{ search: number; chunks: number }> {
    const plan = await this.stage.jobs('parameter-search', [id]);
    const assembly = await this.stage.jobs('parameter-search-assemble', [id]);
    const search = [...plan, ...assembly].reduce((sum, { losses }) => sum + losses, 0);
    return { search, chunks: (await this.countChunks(id)).losses };
  }

  untilChunks(what: string, id: number, isReached: (counts: ChunkCounts) => boolean): Promise<ChunkCounts> {
    return eventually(what, () => this.countChunks(id), isReached);
  }

  untilInTheMiddle(id: number): Promise<ChunkCounts> {
    return this.untilChunks(
      'some chunks are done and some held',
      id,
      ({ done, held }) => done >= 3 && held >= 2,
    );
  }

  async expectUndisturbed(id: number): Promise<void> {
    const search = await this.searches.untilOver('walk-forward', id);
    expect(search).toMatchObject({ status: 'completed', detail: null });
    expect(contentOf(search)).toBe(this.undisturbed);
  }

  /** Planned, with chunks that nobody has begun and whose jobs the queue has lost. */
  async leavePlannedOnly(): Promise<number> {
    const [planner] = await this.runWorkers(1);
    const id = await this.submit();
    await this.untilChunks('it is planned', id, ({ held }) => held > 0);
    await planner.kill();
    await this.stage.untilWorkersDisconnected();
    await this.queue.flush(this.stage);
    await this.stage.query('update parameter_search_chunks set result = null where search_id = $1', [id]);
    await this.stage.query(
      `update job_runs set status = 'pending', token = null, heartbeat_at = null, losses = 0
       where job = 'parameter-search-chunk' and split_part(subject, ':', 1) = $1`,
      [String(id)],
    );
    await this.stage.query('delete from job_outbox');
    return id;
  }
}
