import type { JobName, JobPayloads } from '#messaging/jobs';

/** How a job ended: done, refused for a reason its row tells, or dropped because its row is somebody else's or over. */
export type JobOutcome = 'completed' | 'refused' | 'dropped' | 'handed back';

export interface JobProcessor<Name extends JobName> {
  /**
   * Does the job, or throws when it failed for a reason nobody expected. When `leaving` aborts, the process is on its way
   * out: the job is to be handed back at once.
   */
  process(payload: JobPayloads[Name], leaving: AbortSignal): Promise<JobOutcome>;
}
