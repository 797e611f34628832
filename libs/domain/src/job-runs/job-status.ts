/** The states that a job and the record it works on are shown in. */
export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** A cancelled one is over, and no later submission of its subject begins it again. */
export type JobRunStatus = JobStatus | 'cancelled';
