import type { HeldRun, JobOutcome } from './held-run';

/** What is done in a job. How it is claimed, kept alive, returned and counted is the same for all of them: JobRunner. */
export interface JobProcessor {
  /**
   * Does the job and ends the run, by one of its methods. When `signal` aborts, the process is on its way out or the run is somebody
   * else's: it is left at once.
   */
  perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome>;

  /** What the job cannot be done for however often it is tried; undefined for what nobody expected. */
  expectedFailure?(error: unknown): string | undefined;
}
