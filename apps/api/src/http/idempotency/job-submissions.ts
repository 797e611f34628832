import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CreatedRun, Creation } from '#domain/job-runs/create-runs';
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

/** A row of what a job is about, and what its request is answered. */
interface RowToSubmit<Answer> {
  readonly row: Creation['row'];
  /** What has to be done in the same transaction before, where there is something. */
  readonly before?: (manager: EntityManager) => Promise<void>;
  readonly answer: (created: CreatedRun) => Answer;
}

interface SubmitOptions {
  readonly submitter: Submitter;
  readonly key: IdempotencyKey | undefined;
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
    { submitter, key }: SubmitOptions,
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

  /**
   * The same where all that is written is a row: in one statement with its job. Where nothing else has to commit with it, it is a
   * transaction by itself, and may be shared with other requests.
   */
  async submitRow<Answer extends object>(
    job: JobName,
    { submitter, key }: SubmitOptions,
    prepare: () => Promise<RowToSubmit<Answer>>,
  ): Promise<Answer> {
    let created: CreatedRun | undefined;
    const write = async ({ row, answer }: RowToSubmit<Answer>, manager?: EntityManager) => {
      created = await this.outbox.create(job, row, submitter, manager);
      return answer(created);
    };
    const transaction = (given: RowToSubmit<Answer>) => async (manager: EntityManager) => {
      await given.before?.(manager);
      return write(given, manager);
    };
    const prepared = key ? undefined : await prepare();
    const answer =
      prepared && !prepared.before
        ? await write(prepared)
        : await this.writes.write(key, async () => transaction(prepared ?? (await prepare())));
    if (created) this.outbox.dispatch([created.entry]);
    return answer;
  }

  /** Null where the job did not fail, or no request submitted it. */
  async requestOfFailed(job: JobName, { id, status }: Shown): Promise<string | null> {
    if (status !== 'failed') return null;
    const run = await this.runs.find(job, String(id));
    return run?.requestId ?? null;
  }
}
