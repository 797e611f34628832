import type { JobStage } from './job-stage';
import type { LosableQueue } from './losable-queue';
import { contentOf, type Search, SearchClient } from './search-client';
import type { ServiceProcess } from './service-process';
import { sharedQueue, sharedStage } from './shared-stage';
import { eventually } from './within';

/** A walk-forward run of two combinations a chunk, over six spans. */
export interface DisturbedRequest {
  /** What it needs besides the sample. */
  readonly store?: (stage: JobStage) => Promise<void>;
  readonly submit: (searches: SearchClient, prefer: string) => Promise<Search>;
}

const OF_SERIES: DisturbedRequest = {
  submit: (searches, prefer) =>
    searches.walkForward(
      { param_grid: { fast: { min: 5, max: 40, step: 5 }, slow: { min: 101, max: 136, step: 5 } } },
      prefer,
    ),
};

/** Into how many a search of this size is cut. */
export const CHUNKS = 32;
/** How many a worker computes at once. */
const CHUNKS_AT_ONCE = 2;

/** Some chunks of a search are stored at once, the others only while nobody holds this advisory lock. */
const GATE = 8_003_176_362;
const GATE_SQL = `
  create function pass_gate() returns trigger language plpgsql as $$
  begin
    if (select count(result) >= 3 from parameter_search_chunks where search_id = new.search_id) then
      perform pg_advisory_xact_lock_shared(${GATE});
    end if;
    return new;
  end $$;
  create trigger gate before update on parameter_search_chunks for each row when (new.result is not null)
    execute function pass_gate();`;

interface ChunkCounts {
  readonly done: number;
  readonly held: number;
  readonly silent: number;
  readonly losses: number;
}

/** A walk-forward run whose undisturbed answer is known, with everything that can be taken from it. */
export class DisturbedSearch {
  readonly searches: SearchClient;
  workers: readonly ServiceProcess[] = [];
  private undisturbed: string;

  private constructor(
    readonly stage: JobStage,
    readonly queue: LosableQueue,
    private readonly request: DisturbedRequest,
  ) {
    this.searches = new SearchClient(stage);
  }

  static async open(request = OF_SERIES): Promise<DisturbedSearch> {
    const stage = await sharedStage();
    const scene = new DisturbedSearch(stage, await sharedQueue(), request);
    await request.store?.(stage);
    await stage.query(GATE_SQL);
    await scene.runWorkers(2);
    const search = await request.submit(scene.searches, 'wait=60');
    expect(search).toMatchObject({
      status: 'completed',
      summary: { trials: 64 },
      progress: { chunks: CHUNKS },
    });
    scene.undisturbed = contentOf(search);
    return scene;
  }

  async close(): Promise<void> {
    await this.stage.query('drop function pass_gate cascade');
  }

  /** So many workers, those that run already among them. */
  async runWorkers(count: number): Promise<readonly ServiceProcess[]> {
    return (this.workers = await this.stage.runWorkers(count));
  }

  async submit(): Promise<number> {
    const { id, status } = await this.request.submit(this.searches, 'wait=0');
    expect(['pending', 'running']).toContain(status);
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

  /** Submits it, and resolves when some chunks are done and each worker holds as many as it computes at once, until `goOn`. */
  async submitUntilMiddle(): Promise<number> {
    await this.stage.query('select pg_advisory_lock($1)', [GATE]);
    const id = await this.submit();
    const held = this.workers.length * CHUNKS_AT_ONCE;
    await this.untilChunks('it is in the middle', id, (counts) => counts.done >= 3 && counts.held === held);
    return id;
  }

  async goOn(): Promise<void> {
    await this.stage.query('select pg_advisory_unlock_all()');
  }

  async expectUndisturbed(id: number): Promise<void> {
    const search = await this.searches.untilOver('walk-forward', id);
    expect(search).toMatchObject({ status: 'completed', detail: null });
    expect(contentOf(search)).toBe(this.undisturbed);
  }

  /** Planned, with chunks that nobody has begun and whose jobs the queue has lost. */
  async leavePlannedOnly(): Promise<number> {
    const [planner] = await this.runWorkers(1);
    const id = await this.submitUntilMiddle();
    await planner.kill();
    await this.goOn();
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
