import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** `waiting` for a worker, `delayed` until its time, or `running`. */
export const QUEUED_STATES = ['waiting', 'delayed', 'running'] as const;

export type QueuedState = (typeof QUEUED_STATES)[number];

export interface JobFigure {
  readonly job: string;
  readonly state: QueuedState;
  readonly count: number;
  /** Of the one that has been in this state for longest; of waiting ones alone. */
  readonly oldestSeconds: number;
}

export interface OutboxFigure {
  readonly entries: number;
  /** How long the oldest entry could have been added to the queue; 0 where none could. */
  readonly oldestSeconds: number;
}

/** How much there is to do in the whole database, whoever does it. */
@Injectable()
export class JobFigures {
  constructor(private readonly dataSource: DataSource) {}

  /** Of every job and state that there are some of. */
  ofJobs(): Promise<JobFigure[]> {
    return this.dataSource.query(
      `select job, state, count(*)::integer as count,
         coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestSeconds"
       from (
         select job, greatest(queued_at, not_before) as since,
           case when status = 'running' then 'running' when not_before > now() then 'delayed' else 'waiting' end as state
         from job_runs where status in ('pending', 'running')) unfinished
       group by job, state`,
    );
  }

  async ofOutbox(): Promise<OutboxFigure> {
    const [figure] = await this.dataSource.query<[OutboxFigure]>(
      `select count(*)::integer as entries,
         greatest(0, coalesce(extract(epoch from now() - min(available_at)), 0))::float8 as "oldestSeconds"
       from job_outbox`,
    );
    return figure;
  }
}
