import { Injectable } from '@nestjs/common';
import type { JobEntry } from '#domain/job-runs/job-outbox-entry.entity';
import { JobRuns, type Submitter } from '#domain/job-runs/job-runs';
import { JobOutbox } from '#messaging/job-outbox';
import type { JobName } from '#messaging/jobs';
import type { IdempotencyKey } from './idempotency-key';
import { IdempotentWrites, type Preparation } from './idempotent-writes';

/** What a request for a job writes, and what it is answered. */
interface Submitted<Answer> {
  /** What the job is about: the id of its row. */
  readonly subject: number;
  readonly answer: Answer;
}

/** The row of what a job is about. */
interface Shown {
  readonly id: number;
  readonly status: string;
}

/** Takes the requests that jobs do. */
@Injectable()
export class JobSubmissions {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly outbox: JobOutbox,
    private readonly runs: JobRuns,
  ) {}

  /** The row, its way into the queue and the key of the request commit together; then the job is added at once. */
  async submit<Answer extends object>(
    job: JobName,
    { submitter, key }: { readonly submitter: Submitter; readonly key: IdempotencyKey | undefined },
    prepare: Preparation<Submitted<Answer>>,
  ): Promise<Answer> {
    let entries: readonly JobEntry[] = [];
    const answer = await this.writes.write(key, async () => {
      const write = await prepare();
      return async (manager) => {
        const { subject, answer } = await write(manager);
        entries = await this.outbox.submit(manager, job, subject, submitter);
        return answer;
      };
    });
    this.outbox.dispatch(entries);
    return answer;
  }

  /** Null where the job did not fail, or no request submitted it. */
  async requestOfFailed(job: JobName, { id, status }: Shown): Promise<string | null> {
    if (status !== 'failed') return null;
    const run = await this.runs.find(job, String(id));
    return run?.requestId ?? null;
  }
}
