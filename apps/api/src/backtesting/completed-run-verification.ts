import type { DataSource } from 'typeorm';
import type { RunVerifications } from '#domain/backtesting/run-verifications';
import type { Verification } from '#domain/backtesting/verification';
import type { JobStatus } from '#domain/job-runs/job-status';
import type { Submitter } from '#domain/job-runs/job-runs';
import type { JobOutbox } from '#messaging/job-outbox';
import type { JobName } from '#messaging/jobs';
import { ApiError } from '../http/api-error';
import { notCompleted, type RunVerification } from './run-verification';

interface VerifiedRuns {
  /** In errors. */
  readonly what: string;
  readonly job: JobName;
  /** Throws 404. */
  readonly find: (id: number) => Promise<{ readonly status: JobStatus }>;
}

/** Has a worker run completed runs of a kind again, each in a job of its own. */
export abstract class CompletedRunVerification implements RunVerification {
  readonly what: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: RunVerifications,
    private readonly outbox: JobOutbox,
    private readonly runs: VerifiedRuns,
  ) {
    this.what = runs.what;
  }

  async checkCompleted(id: number): Promise<void> {
    const { status } = await this.runs.find(id);
    if (status !== 'completed') throw notCompleted(this.what, id, status);
    if ((await this.verifications.storedFingerprint(id)) === null) {
      const name = this.what[0].toUpperCase() + this.what.slice(1);
      const detail = `${name} ${id} was completed by a client: there are no results of a run to compare with`;
      throw new ApiError({ status: 409, detail });
    }
  }

  async begin(id: number, submitter: Submitter): Promise<void> {
    const entries = await this.dataSource.transaction(async (manager) => {
      const isNew = await this.verifications.begin(manager, id);
      return isNew ? this.outbox.submit(manager, this.runs.job, id, submitter) : [];
    });
    this.outbox.dispatch(entries);
  }

  find(id: number): Promise<Verification | null> {
    return this.verifications.find(id);
  }
}
