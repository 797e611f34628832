import type { DataSource, EntityManager } from 'typeorm';
import type { JobRow } from '#domain/job-rows/job-row';
import type { ClaimedRow, JobRows } from '#domain/job-rows/job-rows';
import type { JobOutbox } from '#messaging/job-outbox';
import type { JobName, JobPayloads } from '#messaging/jobs';
import { orAborted } from '#platform/shutdown/or-aborted';
import type { Heartbeats } from './heartbeats';
import type { JobOutcome } from './job-processor';

const LONGEST_DELAY_SECONDS = 60;

type RunOfRow = Pick<JobRow, 'id' | 'run'>;

interface JobOfRow<Name extends JobName> {
  readonly name: Name;
  readonly payload: (row: RunOfRow) => JobPayloads[Name];
}

/** What a row cannot be done for however often it is tried; `undefined` for everything that nobody expected. */
type ReasonOf = (error: unknown) => string | undefined;

/** Works on claimed rows, and returns them to the queue: the row's new state and the outbox entry commit together. */
export abstract class JobRowRequeue<Name extends JobName, Row extends JobRow> {
  protected constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: JobOutbox,
    private readonly heartbeats: Heartbeats,
    readonly rows: JobRows<Row>,
    readonly job: JobOfRow<Name>,
  ) {}

  /** Claims the row and has it worked on. What the row is refused for is recorded; with anything else it is tried again. */
  async attend(
    { id, run }: RunOfRow,
    stop: AbortSignal,
    work: (row: ClaimedRow<Row>, signal: AbortSignal) => Promise<JobOutcome>,
    reasonOf: ReasonOf,
  ): Promise<JobOutcome> {
    const row = await this.rows.claim(id, run);
    if (row === 'over') return 'dropped';
    if (row === 'busy') return 'busy';
    const { runToken } = row;
    const lost = this.heartbeats.begin(runToken, this.rows);
    try {
      const signal = AbortSignal.any([lost, stop]);
      // A statement that hangs must not keep a worker that stops from handing the row back.
      return await orAborted(work(row, signal), signal);
    } catch (error) {
      if (lost.aborted) return 'dropped';
      if (stop.aborted) {
        await this.handBack(runToken);
        return 'handed back';
      }
      const reason = reasonOf(error);
      if (reason !== undefined) return (await this.rows.fail(runToken, reason)) ? 'refused' : 'dropped';
      await this.countLoss(runToken, `unexpected: ${(error as Error).message}`);
      throw error;
    } finally {
      this.heartbeats.end(runToken);
    }
  }

  /** An unfinished row whose job the queue has lost or given up. */
  requeueLost(lost: RunOfRow): Promise<void> {
    return this.requeue((manager) => this.rows.requeue(manager, lost));
  }

  /** This worker stops and did not finish it. */
  private handBack(runToken: string): Promise<void> {
    return this.requeue((manager) => this.rows.release(manager, runToken));
  }

  /** It failed with an error nobody expected: it is tried again, later each time. */
  private countLoss(runToken: string, reason: string): Promise<void> {
    return this.requeue(
      (manager) => this.rows.release(manager, runToken, reason),
      ({ losses }) => Math.min(LONGEST_DELAY_SECONDS, losses ** 2),
    );
  }

  protected async requeue(
    change: (manager: EntityManager) => Promise<Row | undefined>,
    delayOf: (row: Row) => number = () => 0,
  ): Promise<void> {
    const { name, payload } = this.job;
    const entry = await this.dataSource.transaction(async (manager) => {
      const row = await change(manager);
      if (!row) return undefined;
      const delaySeconds = delayOf(row);
      const written = await this.outbox.write(manager, name, payload(row), { delaySeconds });
      return delaySeconds > 0 ? undefined : written;
    });
    if (entry) this.outbox.dispatch(entry);
  }
}
