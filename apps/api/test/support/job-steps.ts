import { DataSource, type EntityManager } from 'typeorm';
import { JobRuns } from '#domain/job-runs/job-runs';
import { type JobName, JOBS } from '#messaging/jobs';
import type { RunningApi } from './running-api';

/** What a worker does first; undefined when the run is not to be had. */
export async function claimJob(api: RunningApi, job: JobName, subject: string): Promise<string | undefined> {
  const runs = api.application.get(JobRuns);
  const claimed = await runs.claim(JOBS[job], subject, 1);
  return typeof claimed === 'string' ? undefined : claimed.token;
}

/** What a worker does last; false, and nothing written, when somebody else has the run. */
export async function finishJob(
  api: RunningApi,
  job: JobName,
  token: string,
  outcome:
    | { status: 'completed'; write?: (manager: EntityManager) => Promise<unknown> }
    | { status: 'failed'; error: string },
): Promise<boolean> {
  const runs = api.application.get(JobRuns);
  return api.application.get(DataSource).transaction(async (manager) => {
    const isOurs = await runs.finish(manager, JOBS[job], token, outcome);
    if (isOurs && 'write' in outcome) await outcome.write?.(manager);
    return isOurs;
  });
}
