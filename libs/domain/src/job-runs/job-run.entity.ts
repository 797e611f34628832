import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import type { JobRunStatus } from './job-status';

/** A job, what it is about, and how far it is. This row, not the queue, is the truth about it; JobRuns says how it changes. */
@Entity('job_runs')
@Index('job_runs_unfinished_idx', ['job', 'subject'], { where: `status in ('pending', 'running')` })
@Index('job_runs_token_key', ['token'], { unique: true, where: 'token is not null' })
@Index('job_runs_waiting_idx', ['submittedBy', 'job'], { where: `status = 'pending'` })
export class JobRun {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_runs_pkey' })
  job: string;

  /** The record that it works on, by its id or name. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_runs_pkey' })
  subject: string;

  /** Counts the times it was queued; the queue keeps an id, so each queueing needs a new one. */
  @Column('integer', { default: 1 })
  run: number;

  @Column('text', { default: 'pending', comment: 'pending | running | completed | failed | cancelled' })
  status: JobRunStatus;

  /** Held by the worker that claimed the run; what it finds is only written while the token is still this one. */
  @Column('uuid', { nullable: true })
  token: string | null;

  @Column('timestamptz', { nullable: true })
  heartbeatAt: Date | null;

  /** Counts the workers that were lost with it, and the errors that nobody expected. */
  @Column('integer', { default: 0 })
  losses: number;

  /** It waits until then; null: for nothing but a worker. */
  @Column('timestamptz', { nullable: true })
  notBefore: Date | null;

  /** Why it failed or waits. */
  @Column('text', { nullable: true })
  error: string | null;

  /** A digest of the subject of the token that submitted it, as limits count it; null where no client did. */
  @Column('text', { nullable: true })
  submittedBy: string | null;

  @Column('text', { nullable: true })
  requestId: string | null;

  /** W3C trace context of the request or job that submitted it. */
  @Column('text', { nullable: true })
  traceparent: string | null;

  @Column('text', { nullable: true })
  tracestate: string | null;

  /** In the queue: 0 first. */
  @Column('integer', { default: 0 })
  priority: number;

  @Column('timestamptz', { default: () => 'now()' })
  queuedAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
