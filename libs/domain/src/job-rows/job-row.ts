import { Column } from 'typeorm';

export const JOB_ROW_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

export type JobRowStatus = (typeof JOB_ROW_STATUSES)[number];

/** The columns of a row that a job works on, beside what it is about; JobRows says how they change. */
export abstract class JobRow {
  abstract id: number;

  @Column('text', { default: 'queued', comment: JOB_ROW_STATUSES.join(' | ') })
  status: JobRowStatus;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** Counts the times it was queued; the queue keeps an id, so each queueing needs a new one. */
  @Column('integer', { default: 1 })
  run: number;

  @Column('integer', { default: 0 })
  losses: number;

  @Column('uuid', { nullable: true })
  runToken: string | null;

  @Column('timestamptz', { nullable: true })
  heartbeatAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  queuedAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}

/** What a row that nobody has begun is created with. */
export const NOT_FINISHED = { lastError: null, finishedAt: null } as const;
