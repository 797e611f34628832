import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { JobRuns } from '#domain/job-runs/job-runs';
import { UnattendedRuns } from '#domain/job-runs/unattended-runs';
import { JobQueues } from '#messaging/job-queues';
import { JOB_NAMES, type JobName, JOBS } from '#messaging/jobs';
import { LOGGER } from '#platform/tokens';
import { JobTransitions } from './job-transitions';

const CHECKED_AT_ONCE = 500;
const FROM_THE_FIRST = { job: '', subject: '' };

/** Finds runs that nobody works on: those of silent workers, and those that a queue lost. */
@Injectable()
export class JobSweeper {
  private checkedUpTo = FROM_THE_FIRST;

  constructor(
    private readonly unattended: UnattendedRuns,
    private readonly runs: JobRuns,
    private readonly transitions: JobTransitions,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    for (const { job, token } of await this.unattended.findSilent(JOB_NAMES)) {
      const requeued = await this.transitions.requeue((manager) =>
        this.runs.countSilent(manager, JOBS[job as JobName], token),
      );
      if (!requeued) continue;
      const { subject, run, status, losses, requestId: request_id } = requeued.run;
      this.logger.warn(
        { job, subject, run, status, losses, ...(request_id !== null && { request_id }) },
        'A job lost its worker',
      );
    }
    await this.checkQueued();
  }

  /** Some of the pending runs each time, so that a long queue costs no more than a short one. */
  private async checkQueued(): Promise<void> {
    const queued = await this.unattended.findQueued(JOB_NAMES, this.checkedUpTo, CHECKED_AT_ONCE);
    this.checkedUpTo = queued.length < CHECKED_AT_ONCE ? FROM_THE_FIRST : queued[queued.length - 1];
    for (const run of queued) {
      if (!(await this.queues.hasLost(run.job, run))) continue;
      const { job, subject } = run;
      // One that finished since it was listed is in no queue either.
      const requeued = await this.transitions.requeue((manager) =>
        this.runs.requeueLost(manager, JOBS[job as JobName], run),
      );
      if (requeued) this.logger.warn({ job, subject, run: run.run }, 'The queue lost a job');
    }
  }
}
