import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type ClaimedRun, JobRuns } from '#domain/job-runs/job-runs';
import { processing } from '#messaging/job-spans';
import { type JobName, type JobPayload, JOBS } from '#messaging/jobs';
import { orAborted } from '#platform/shutdown/or-aborted';
import { LOGGER } from '#platform/tokens';
import { Activity, fail } from '#platform/tracing/activity';
import { Heartbeats } from './heartbeats';
import { HeldRun, type JobOutcome } from './held-run';
import type { JobProcessor } from './job-processor';
import { JobTransitions } from './job-transitions';

/** An error of a run, after its line was written. */
export class ReportedFailure extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
    this.name = 'ReportedFailure';
  }
}

/** The one life of a run in a worker, whatever is done in it. */
@Injectable()
export class JobRunner {
  constructor(
    private readonly runs: JobRuns,
    private readonly transitions: JobTransitions,
    private readonly heartbeats: Heartbeats,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws what nobody expected, after the run was returned to the queue. When `stop` aborts, it is handed back at once. */
  async run(
    name: JobName,
    { subject, run }: JobPayload,
    processor: JobProcessor,
    stop: AbortSignal,
  ): Promise<JobOutcome> {
    const claimed = await this.runs.claim(JOBS[name], subject, run);
    if (typeof claimed === 'string') return claimed;
    const span = () => processing(name, { subject, run });
    const activity = Activity.begin(claimed, span, { job: name, subject, run });
    return activity.run(() => this.measure(activity, name, claimed, processor, stop));
  }

  /** Every line of the run has its job and the request that it follows from. */
  private async measure(
    activity: Activity,
    name: JobName,
    claimed: ClaimedRun,
    processor: JobProcessor,
    stop: AbortSignal,
  ): Promise<JobOutcome> {
    const begun = performance.now();
    let outcome: JobOutcome | 'failed' = 'failed';
    try {
      outcome = await this.perform(name, claimed, processor, stop);
      return outcome;
    } catch (error) {
      fail(activity.span, error);
      this.logger.error({ err: error }, 'A job failed unexpectedly');
      throw new ReportedFailure(error);
    } finally {
      const seconds = (performance.now() - begun) / 1_000;
      this.logger.info({ outcome, seconds }, 'Job finished');
      activity.span?.setAttribute('candelabra.job.outcome', outcome);
      activity.end();
    }
  }

  private async perform(
    name: JobName,
    claimed: ClaimedRun,
    processor: JobProcessor,
    stop: AbortSignal,
  ): Promise<JobOutcome> {
    const { token } = claimed;
    const { runs, transitions, heartbeats } = this;
    const held = new HeldRun(JOBS[name], claimed, runs, transitions, heartbeats, stop);
    const lost = this.heartbeats.begin(token);
    const signal = AbortSignal.any([lost, stop]);
    const performing = processor.perform(held, signal);
    try {
      // A statement that hangs must not keep a worker that stops from handing the run back.
      const outcome = await orAborted(performing, signal);
      // What it is about was deleted or is over: unless the run is somebody else's, it ends here, or would be swept as a lost one.
      if (outcome === 'dropped') await held.complete();
      return outcome;
    } catch (error) {
      if (lost.aborted) return 'dropped';
      if (stop.aborted) {
        await this.transitions.requeue((manager) => this.runs.release(manager, JOBS[name], token));
        // What it still cancels needs the connections that are closed next.
        await performing.catch(() => undefined);
        return 'handed back';
      }
      const reason = processor.expectedFailure?.(error);
      if (reason !== undefined) return await held.fail(reason);
      const loss = `unexpected: ${(error as Error).message}`;
      await this.transitions.requeue((manager) => this.runs.countLoss(manager, JOBS[name], token, loss));
      throw error;
    } finally {
      this.heartbeats.end(token);
    }
  }
}
