import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordFinishedRun } from '#domain/events/finished-runs';
import type { RunKey } from '#domain/job-runs/end-runs';
import type { JobEntry } from '#domain/job-runs/job-outbox-entry.entity';
import type { Requeued } from '#domain/job-runs/job-runs';
import { JobOutbox } from '#messaging/job-outbox';

/** What is written in the transaction that ends a run. */
export type Write = (manager: EntityManager) => Promise<unknown>;

/** The same, with the jobs that it submitted. */
export type Submit = (manager: EntityManager) => Promise<readonly JobEntry[]>;

/** Changes jobs in a transaction, and adds what it submitted to the queue after the commit. */
@Injectable()
export class JobTransitions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: JobOutbox,
  ) {}

  /** False, and nothing written, when `end` says so: the run is not ours any more. */
  async end(
    run: RunKey,
    end: (manager: EntityManager) => Promise<boolean>,
    submit: Submit,
  ): Promise<boolean> {
    const submitted = await this.dataSource.transaction(async (manager) => {
      if (!(await end(manager))) return undefined;
      const entries = await submit(manager);
      await recordFinishedRun(manager, run);
      return entries;
    });
    this.outbox.dispatch(submitted ?? []);
    return submitted !== undefined;
  }

  /** Answers what was requeued; undefined, and nothing written, when the run is not ours any more. */
  async requeue(
    requeue: (manager: EntityManager) => Promise<Requeued | undefined>,
    write?: Write,
  ): Promise<Requeued | undefined> {
    const requeued = await this.dataSource.transaction(async (manager) => {
      const requeued = await requeue(manager);
      if (requeued) await write?.(manager);
      if (requeued?.run.status === 'failed') await recordFinishedRun(manager, requeued.run);
      return requeued;
    });
    this.outbox.dispatch(requeued?.entries ?? []);
    return requeued;
  }
}
