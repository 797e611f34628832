import type { JobName, JobPayloads } from '#messaging/jobs';

/**
 * The outcome of a job: done, refused for a reason that its row has, dropped because its row is somebody else's or over, handed
 * back, or busy: somebody else is at it, or it must wait; it is tried again a little later.
 */
export type JobOutcome = 'completed' | 'refused' | 'dropped' | 'handed back' | 'busy';

export interface JobProcessor<Name extends JobName> {
  /**
   * Does the job, or throws when it failed for a reason nobody expected. When `stop` aborts, the process is on its way
   * out: the job is to be handed back at once.
   */
  process(payload: JobPayloads[Name], stop: AbortSignal): Promise<JobOutcome>;
}
