import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { Activity } from '#platform/tracing/activity';
import { storableText } from '../postgres/storable-text';
import type { JobDefinition } from './job-definition';
import type { RunKey } from './end-runs';
import type { JobEntry } from './job-outbox-entry.entity';
import { JobRun } from './job-run.entity';
import { IS_RUNNING, IS_SILENT, losing, moving, NEXT_RUN, SUBMIT } from './job-run-statements';

/** Whom a job counts for, and the request that brought it; null where no client did. */
export interface Submitter {
  readonly submittedBy: string | null;
  readonly requestId: string | null;
}

export const NO_SUBMITTER: Submitter = { submittedBy: null, requestId: null };

interface MovedRun extends Pick<
  JobRun,
  | 'job'
  | 'subject'
  | 'run'
  | 'status'
  | 'token'
  | 'losses'
  | 'notBefore'
  | 'priority'
  | 'submittedBy'
  | 'requestId'
  | 'traceparent'
  | 'tracestate'
> {
  /** It waits for its time. */
  readonly isDelayed: boolean | null;
  readonly entryId: string | null;
}

export type ClaimedRun = MovedRun & { readonly token: string };

/** A run's way to another one, and what the queue is to be given at once for it. */
export interface Requeued {
  readonly run: MovedRun;
  readonly entries: readonly JobEntry[];
}

/**
 * The one life of a job: pending → running → completed | failed, and back to pending when its worker is lost, stops or postpones it.
 * Who claims a run gets a token; every later step is fenced by it, so a worker that counts as lost, or whose job was cancelled,
 * writes nothing.
 */
@Injectable()
export class JobRuns {
  constructor(private readonly dataSource: DataSource) {}

  find(job: string, subject: string): Promise<JobRun | null> {
    return this.dataSource.manager.findOneBy(JobRun, { job, subject });
  }

  /** Those of the subjects that are new, or whose last run is over; what is under way or was cancelled stays as it is. They continue the trace of who submits them. */
  async submit(
    manager: EntityManager,
    definition: JobDefinition,
    subjects: readonly string[],
    { submittedBy, requestId, notBefore = null }: Submitter & { readonly notBefore?: Date | null },
  ): Promise<JobEntry[]> {
    const { traceparent, tracestate } = Activity.trace;
    const ids = [requestId, notBefore, traceparent, tracestate];
    const values = [definition.name, subjects, submittedBy, ...ids];
    return entriesOf(await manager.query<MovedRun[]>(moving(definition, SUBMIT), values));
  }

  /** Takes the run. `dropped`: it is not the one to do any more; `busy`: another job of its kind must finish first. */
  async claim(
    definition: JobDefinition,
    subject: string,
    run: number,
  ): Promise<ClaimedRun | 'busy' | 'dropped'> {
    if (!definition.exclusive) return this.take(this.dataSource.manager, definition, subject, run);
    return this.dataSource.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `the only ${definition.name}`,
      ]);
      const others = await manager.query<unknown[]>(
        `select from job_runs where job = $1 and ${IS_RUNNING} and subject <> $2 limit 1`,
        [definition.name, subject],
      );
      return others.length > 0 ? 'busy' : this.take(manager, definition, subject, run);
    });
  }

  /** Says that these runs are alive; answers the tokens that still hold. Never waits for who is writing a run's result. */
  async keepAlive(tokens: readonly string[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ token: string }[]>(
      `with alive as (
         select job, subject from job_runs where token = any($1::uuid[]) and status = 'running' for update skip locked
       ), beat as (
         update job_runs set heartbeat_at = now() from alive
         where job_runs.job = alive.job and job_runs.subject = alive.subject
       )
       select token from job_runs where token = any($1::uuid[]) and status = 'running'`,
      [tokens],
    );
    return rows.map(({ token }) => token);
  }

  /** False, and nothing written, when the token no longer holds. */
  async finish(
    manager: EntityManager,
    definition: JobDefinition,
    token: string,
    { status, error = null }: { readonly status: 'completed' | 'failed'; readonly error?: string | null },
  ): Promise<boolean> {
    const rows = await manager.query<MovedRun[]>(
      moving(
        definition,
        `update job_runs set status = $2, error = $3, token = null, heartbeat_at = null, finished_at = now()
         where token = $1 and status = 'running'`,
      ),
      [token, status, error && storableText(error)],
    );
    if (rows.length === 0) return false;
    if (status === 'failed') await definition.afterFailure?.(manager, rows[0].subject);
    return true;
  }

  /** Returns a run to the queue without a loss: its worker stops, or it must wait. */
  release(
    manager: EntityManager,
    definition: JobDefinition,
    token: string,
    {
      notBefore = null,
      error = null,
    }: { readonly notBefore?: Date | null; readonly error?: string | null } = {},
  ): Promise<Requeued | undefined> {
    const set = `status = 'pending', not_before = $2, error = $3, ${NEXT_RUN}`;
    return this.requeue(manager, definition, `set ${set} where token = $1 and status = 'running'`, [
      token,
      notBefore,
      error && storableText(error),
    ]);
  }

  /** The run of a job that never ends is over: the next one begins then. */
  repeat(
    manager: EntityManager,
    definition: JobDefinition,
    token: string,
    notBefore: Date,
  ): Promise<Requeued | undefined> {
    const set = `status = 'pending', not_before = $2, error = null, losses = 0, ${NEXT_RUN}`;
    return this.requeue(manager, definition, `set ${set} where token = $1 and status = 'running'`, [
      token,
      notBefore,
    ]);
  }

  /** Counts a loss against a run that failed with an error nobody expected: it is tried again, later each time. */
  countLoss(
    manager: EntityManager,
    definition: JobDefinition,
    token: string,
    reason: string,
  ): Promise<Requeued | undefined> {
    const change = `set ${losing(definition, { delayed: true })} where token = $1 and status = 'running'`;
    return this.requeue(manager, definition, change, [token, storableText(reason)]);
  }

  /** Counts a loss against a run whose worker went silent, unless it is just being finished. */
  countSilent(
    manager: EntityManager,
    definition: JobDefinition,
    token: string,
  ): Promise<Requeued | undefined> {
    const change = `set ${losing(definition, { delayed: false })}
      where (job, subject) = (
        select job, subject from job_runs where token = $1 and ${IS_SILENT} for update skip locked)`;
    return this.requeue(manager, definition, change, [token, null]);
  }

  /** Gives a pending run a new number, for a queue that lost or gave up its job. */
  requeueLost(
    manager: EntityManager,
    definition: JobDefinition,
    { job, subject, run }: RunKey,
  ): Promise<Requeued | undefined> {
    const change = `set ${NEXT_RUN} where job = $1 and subject = $2 and run = $3 and status = 'pending'`;
    return this.requeue(manager, definition, change, [job, subject, run]);
  }

  /** Has jobs that wait for their time run now, all of them unless subjects are given; what is under way or over stays as it is. */
  async hasten(
    manager: EntityManager,
    definition: JobDefinition,
    subjects: readonly string[] | null = null,
  ): Promise<JobEntry[]> {
    const change = `update job_runs set not_before = null, ${NEXT_RUN}
      where job = $1 and status = 'pending' and not_before > now() and subject = any(coalesce($2, array[subject]))`;
    return entriesOf(
      await manager.query<MovedRun[]>(moving(definition, change), [definition.name, subjects]),
    );
  }

  private async take(
    manager: EntityManager,
    definition: JobDefinition,
    subject: string,
    run: number,
  ): Promise<ClaimedRun | 'dropped'> {
    const rows = await manager.query<ClaimedRun[]>(
      moving(
        definition,
        `update job_runs set status = 'running', token = $4, heartbeat_at = now(), started_at = now(), error = null
         where job = $1 and subject = $2 and run = $3 and status = 'pending'`,
      ),
      [definition.name, subject, run, randomUUID()],
    );
    return rows.at(0) ?? 'dropped';
  }

  private async requeue(
    manager: EntityManager,
    definition: JobDefinition,
    change: string,
    values: readonly unknown[],
  ): Promise<Requeued | undefined> {
    const rows = await manager.query<MovedRun[]>(
      moving(definition, `update job_runs ${change}`),
      values as unknown[],
    );
    if (rows.length === 0) return undefined;
    const [run] = rows;
    if (run.status === 'failed') await definition.afterFailure?.(manager, run.subject);
    return { run, entries: entriesOf(rows) };
  }
}

/** What waits for its time is the relay's to add. */
function entriesOf(runs: readonly MovedRun[]): JobEntry[] {
  return runs.flatMap(({ job, subject, run, priority, entryId, isDelayed }) =>
    entryId === null || isDelayed ? [] : [{ id: entryId, job, subject, run, priority }],
  );
}
