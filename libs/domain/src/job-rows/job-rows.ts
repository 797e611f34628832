import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import { HEARTBEAT_EXPIRY_SECONDS, MAXIMUM_LOSSES } from '../backtesting/backtest-runs';
import { LARGEST_ID } from '../records/records';
import type { JobRow } from './job-row';

interface JobRowKind<Row extends JobRow> {
  readonly entity: EntityTarget<Row>;
  readonly table: string;
  /** The job's name in the queue; its ids are this, the row's id and its run, with hyphens between. */
  readonly jobName: string;
  /** What it is, with its article, as the first words of a sentence. */
  readonly what: string;
  /** A row waits while another one is worked on. */
  readonly isOneAtATime?: boolean;
}

export type ClaimedRow<Row extends JobRow> = Row & { readonly runToken: string };

/**
 * The states of a job's row: queued → running → completed | failed. Who claims it gets a token, which every later step
 * needs; one whose worker went silent can be claimed again and goes on after what is done.
 */
export abstract class JobRows<Row extends JobRow> {
  protected constructor(
    protected readonly dataSource: DataSource,
    private readonly kind: JobRowKind<Row>,
  ) {}

  async find(id: number): Promise<Row | null> {
    if (id > LARGEST_ID) return null;
    return this.dataSource.manager.findOneBy(this.kind.entity, { id } as FindOptionsWhere<Row>);
  }

  /** The row, when it is this one's to do; `busy` while another worker sends heartbeats, `over` when nothing is left to do. */
  async claim(id: number, run: number): Promise<ClaimedRow<Row> | 'busy' | 'over'> {
    const runToken = randomUUID();
    const { table, isOneAtATime = false } = this.kind;
    const [, claimed] = await this.dataSource.query<[unknown, number]>(
      `update ${table}
       set status = 'running', run_token = $3, heartbeat_at = now(), losses = losses + (status = 'running')::integer
       where id = $1 and run = $2 and losses < ${MAXIMUM_LOSSES} and (status = 'queued'
         or (status = 'running' and heartbeat_at < now() - make_interval(secs => ${HEARTBEAT_EXPIRY_SECONDS})))
         and not ($4 and exists (select from ${table} other where other.status = 'running' and other.id <> $1))`,
      [id, run, runToken, isOneAtATime],
    );
    const row = await this.find(id);
    if (claimed === 1 && row?.runToken === runToken) return Object.assign(row, { runToken });
    if (row?.run !== run) return 'over';
    const waits = isOneAtATime && row.status === 'queued' && row.losses < MAXIMUM_LOSSES;
    return waits || row.status === 'running' ? 'busy' : 'over';
  }

  /** Says that these rows are worked on; answers the tokens that still hold. */
  async keepAlive(runTokens: readonly string[]): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ run_token: string }[], number]>(
      `update ${this.kind.table} set heartbeat_at = now() where run_token = any($1::uuid[]) and status = 'running'
       returning run_token`,
      [runTokens],
    );
    return rows.map((row) => row.run_token);
  }

  /** `remark` says what is still to be known of it, where there is something. */
  complete(runToken: string, remark: string | null): Promise<boolean> {
    return this.change(
      runToken,
      `status = 'completed', last_error = $2, finished_at = now(), run_token = null`,
      [remark],
    );
  }

  fail(runToken: string, reason: string): Promise<boolean> {
    return this.change(
      runToken,
      `status = 'failed', last_error = $2, finished_at = now(), run_token = null`,
      [reason],
    );
  }

  /** Lets the row go, so that the next run takes it up: its worker stops, or met an error nobody expected (a loss). */
  async release(manager: EntityManager, runToken: string, lossReason?: string): Promise<Row | undefined> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `update ${this.kind.table}
       set status = case when losses + $2 >= ${MAXIMUM_LOSSES} then 'failed' else 'queued' end,
           finished_at = case when losses + $2 >= ${MAXIMUM_LOSSES} then now() end,
           losses = losses + $2, last_error = coalesce($3, last_error), run = run + 1, run_token = null, queued_at = now()
       where run_token = $1 and status = 'running' returning id`,
      [runToken, lossReason === undefined ? 0 : 1, lossReason ?? null],
    );
    return this.queued(manager, rows.at(0)?.id);
  }

  /** Unfinished rows without a heartbeat for a while and that have no outbox entry: the queue should have them. */
  findUnattended(seconds: number): Promise<Pick<Row, 'id' | 'run'>[]> {
    const { table, jobName } = this.kind;
    return this.dataSource.query(
      `select id, run from ${table}
       where status in ('queued', 'running') and greatest(queued_at, heartbeat_at) < now() - make_interval(secs => $1)
         and not exists (select from job_outbox where job_id = '${jobName}-' || ${table}.id || '-' || ${table}.run)
       order by id limit 100`,
      [seconds],
    );
  }

  /** Gives an unfinished row a new run number; undefined when it is over, or was lost too often. */
  async requeue(manager: EntityManager, { id, run }: Pick<JobRow, 'id' | 'run'>): Promise<Row | undefined> {
    const lossReason = `${this.kind.what} lost its worker ${MAXIMUM_LOSSES} times, and is not tried again`;
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `update ${this.kind.table}
       set status = case when losses + 1 >= ${MAXIMUM_LOSSES} then 'failed' else 'queued' end,
           finished_at = case when losses + 1 >= ${MAXIMUM_LOSSES} then now() end,
           last_error = case when losses + 1 >= ${MAXIMUM_LOSSES} then $3 else last_error end,
           losses = losses + 1, run = run + 1, run_token = null, queued_at = now()
       where id = $1 and run = $2 and status in ('queued', 'running') returning id`,
      [id, run, lossReason],
    );
    return this.queued(manager, rows.at(0)?.id);
  }

  /** False, and nothing written, when the token no longer holds. The first value is `$2`. */
  protected async change(runToken: string, change: string, values: readonly unknown[]): Promise<boolean> {
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      `update ${this.kind.table} set ${change} where run_token = $1 and status = 'running'`,
      [runToken, ...values],
    );
    return changed === 1;
  }

  private async queued(manager: EntityManager, id: number | undefined): Promise<Row | undefined> {
    if (id === undefined) return undefined;
    const where = { id, status: 'queued' } as FindOptionsWhere<Row>;
    return (await manager.findOneBy(this.kind.entity, where)) ?? undefined;
  }
}
