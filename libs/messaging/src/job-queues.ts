import { getSharedConfigToken } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type JobState, Queue, type QueueOptions } from 'bullmq';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { JobEntry } from '#domain/job-runs/job-outbox-entry.entity';
import { OutageLog } from '#platform/logging/outage-log';
import { LOGGER } from '#platform/tokens';
import { jobIdOf, JOB_NAMES, type JobPayload } from './jobs';

/** The row is the only counter of tries; a second try is a new job with a new id. */
const JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: { count: 100 },
  removeOnFail: { count: 1_000 },
} as const;

const TIMEOUT_SECONDS = 2;
/** As many rows as jobs, one after the other, where the queue is in Postgres. */
const BULK_TIMEOUT_SECONDS = 5;

/** The queues, one per job, and the few things that are done with them. Each is opened when it is first needed. */
@Injectable()
export class JobQueues implements OnApplicationShutdown {
  private readonly opened = new Map<string, Promise<Queue>>();
  private readonly connection: OutageLog;

  constructor(
    @Inject(getSharedConfigToken()) private readonly options: QueueOptions,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.connection = new OutageLog(logger, 'Queue connection');
  }

  /** Adding a job that the queue already has changes nothing. Rejects soon when the queue is away. */
  async add(entries: readonly JobEntry[]): Promise<void> {
    const byJob = new Map<string, JobEntry[]>();
    for (const entry of entries) byJob.set(entry.job, [...(byJob.get(entry.job) ?? []), entry]);
    await Promise.all(Array.from(byJob, ([job, ofJob]) => this.addTo(job, ofJob)));
  }

  /** Whether the queue neither holds the job nor works on it: it never got it, lost it, or thinks that it is over. */
  async hasLost(job: string, payload: JobPayload): Promise<boolean> {
    return ['unknown', 'completed', 'failed'].includes(await this.state(job, payload));
  }

  async state(job: string, payload: JobPayload): Promise<JobState | 'unknown'> {
    const queue = await this.queue(job);
    return inTime(queue.getJobState(jobIdOf(job, payload)));
  }

  /** Takes a waiting job out of the queue. A job that is being worked on stays; its row stops it. */
  async remove(job: string, payload: JobPayload): Promise<void> {
    const queue = await this.queue(job);
    await inTime(queue.remove(jobIdOf(job, payload)));
  }

  /** Throws when the queue does not answer. One of the queues speaks for all: the same server has them. */
  async check(): Promise<void> {
    try {
      const queue = await this.queue(JOB_NAMES[0]);
      await inTime(queue.isPaused());
    } catch {
      throw new Error('The queue is not reachable');
    }
    this.connection.works();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(
      [...this.opened.values()].map((opening) =>
        inTime(opening.then((queue) => queue.close())).catch(() => undefined),
      ),
    );
  }

  private async addTo(job: string, entries: readonly JobEntry[]): Promise<void> {
    const queue = await this.queue(job);
    const jobs = entries.map(({ subject, run, priority }) => ({
      name: job,
      data: { subject, run } satisfies JobPayload,
      opts: { ...JOB_OPTIONS, jobId: jobIdOf(job, { subject, run }), priority },
    }));
    const [first] = jobs;
    await (jobs.length === 1
      ? inTime(queue.add(first.name, first.data, first.opts))
      : inTime(queue.addBulk(jobs), BULK_TIMEOUT_SECONDS));
  }

  private queue(name: string): Promise<Queue> {
    const opening = this.opened.get(name) ?? this.open(name);
    this.opened.set(name, opening);
    return inTime(opening);
  }

  private open(name: string): Promise<Queue> {
    const queue = new Queue(name, this.options);
    queue.on('error', (error) => this.connection.failed(error));
    queue.backend.on('ready', () => this.connection.works());
    return queue.waitUntilReady().then(
      () => queue,
      async (error: unknown) => {
        // A queue remembers for ever that it could not be opened, because its tables were missing or the server was down.
        this.opened.delete(name);
        await queue.close().catch(() => undefined);
        throw error;
      },
    );
  }
}

/** What a queue answers, or a rejection soon: one that never answers would be waited for without end. */
function inTime<T>(work: Promise<T>, seconds = TIMEOUT_SECONDS): Promise<T> {
  const message = `The queue did not answer within ${seconds} s`;
  return pTimeout(work, { milliseconds: seconds * 1_000, message });
}
