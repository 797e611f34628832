import { setTimeout } from 'node:timers/promises';
import type { JobState, Queue } from 'bullmq';
import { jobIdOf, type JobName, type JobPayloads } from './jobs';

const CHECK_TIMEOUT_MILLISECONDS = 2_000;

/** The queues, one per job, behind the few things that are done with them. */
export class JobQueues {
  constructor(private readonly queues: Readonly<Record<JobName, Queue>>) {}

  /** Adding a job that the queue already has changes nothing. */
  async add<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void> {
    await this.queues[name].add(name, payload, {
      jobId: jobIdOf(name, payload),
      // The row is the only counter of tries; a second try is a new job with a new id.
      attempts: 1,
      removeOnComplete: { count: 100 },
      removeOnFail: { count: 1_000 },
    });
  }

  state<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<JobState | 'unknown'> {
    return this.queues[name].getJobState(jobIdOf(name, payload));
  }

  /** Takes a waiting job out of the queue. A job that is being worked on stays; its row stops it. */
  async remove<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void> {
    await this.queues[name].remove(jobIdOf(name, payload));
  }

  /** Throws when the queue does not answer. */
  async check(): Promise<void> {
    const answered = new AbortController();
    const late = setTimeout(CHECK_TIMEOUT_MILLISECONDS, undefined, { signal: answered.signal }).then(() => {
      throw new Error('timeout');
    });
    try {
      await Promise.race([late, Promise.all(Object.values(this.queues).map((queue) => queue.isPaused()))]);
    } catch {
      throw new Error('The queue is not reachable');
    } finally {
      answered.abort();
      late.catch(() => undefined);
    }
  }
}
