import { getSharedConfigToken } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type JobState, Queue, type QueueOptions } from 'bullmq';
import type { Logger } from 'pino';
import { OutageLog } from '#platform/logging/outage-log';
import { LOGGER } from '#platform/tokens';
import { inTime } from './in-time';
import { jobIdOf, type JobName, JOB_NAMES, type JobPayloads } from './jobs';

/** The row is the only counter of tries; a second try is a new job with a new id. */
export const JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: { count: 100 },
  removeOnFail: { count: 1_000 },
} as const;

const COUNTED_STATES = ['waiting', 'active', 'delayed'] as const;

/** The queues, one per job, and the few things that are done with them. Each is opened when it is first needed. */
@Injectable()
export class JobQueues implements OnApplicationShutdown {
  private readonly opened = new Map<JobName, Promise<Queue>>();
  private readonly connections = new Map<JobName, OutageLog>();

  constructor(
    @Inject(getSharedConfigToken()) private readonly options: QueueOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adding a job that the queue already has changes nothing. Rejects soon when the queue is away. */
  async add<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void> {
    const queue = await this.queue(name);
    await inTime(queue.add(name, payload, { ...JOB_OPTIONS, jobId: jobIdOf(name, payload) }));
  }

  /** Has the queue add the job by a cron pattern, in UTC. To be said again and again: a queue that was emptied forgets it. */
  async keepScheduled<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    pattern: string,
  ): Promise<void> {
    const queue = await this.queue(name);
    const template = { name, data: payload, opts: JOB_OPTIONS };
    await inTime(queue.upsertJobScheduler(jobIdOf(name, payload), { pattern, tz: 'UTC' }, template));
  }

  async state<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<JobState | 'unknown'> {
    const queue = await this.queue(name);
    return inTime(queue.getJobState(jobIdOf(name, payload)));
  }

  /** How many jobs wait, run and wait for their time. Rejects soon when the queue is away. */
  async counts(name: JobName): Promise<Record<(typeof COUNTED_STATES)[number], number>> {
    const queue = await this.queue(name);
    const { waiting, active, delayed } = await inTime(queue.getJobCounts(...COUNTED_STATES));
    return { waiting, active, delayed };
  }

  /** Whether the queue neither holds the job nor works on it: it never got it, lost it, or thinks that it is over. */
  async hasLost<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<boolean> {
    return ['unknown', 'completed', 'failed'].includes(await this.state(name, payload));
  }

  /** Takes a waiting job out of the queue. A job that is being worked on stays; its row stops it. */
  async remove<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void> {
    const queue = await this.queue(name);
    await inTime(queue.remove(jobIdOf(name, payload)));
  }

  /** Throws when the queue does not answer. */
  async check(): Promise<void> {
    const answers = JOB_NAMES.map(async (name) => (await this.queue(name)).isPaused());
    try {
      await inTime(Promise.all(answers));
    } catch {
      throw new Error('The queue is not reachable');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(
      [...this.opened.values()].map((opening) =>
        inTime(opening.then((queue) => queue.close())).catch(() => undefined),
      ),
    );
  }

  private queue(name: JobName): Promise<Queue> {
    const opening = this.opened.get(name) ?? this.open(name);
    this.opened.set(name, opening);
    return inTime(opening);
  }

  private open(name: JobName): Promise<Queue> {
    const queue = new Queue(name, this.options);
    const connection =
      this.connections.get(name) ?? new OutageLog(this.logger, 'Queue connection', { queue: name });
    this.connections.set(name, connection);
    queue.on('error', (error) => connection.failed(error));
    queue.backend.on('ready', () => connection.works());
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
