import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const BACKTEST_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;

export type BacktestStatus = (typeof BACKTEST_STATUSES)[number];

/** A backtest as it was requested, and how far it is. This row, not the queue, is the truth about the run. */
@Entity('backtests')
@Index('backtests_unfinished_idx', ['status'], { where: `status in ('pending', 'running')` })
export class Backtest {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'backtests_pkey',
  })
  id: number;

  @Column('text')
  strategyName: string;

  @Column('text')
  symbol: string;

  @Column('text')
  interval: string;

  /** Resolved when the run was submitted; null when no exchange has the symbol. */
  @Column('text', { nullable: true })
  exchange: string | null;

  @Column('date')
  startDate: string;

  @Column('date')
  endDate: string;

  @Column('jsonb', { default: {} })
  parameters: object;

  /** The request's `execution` as it was sent. */
  @Column('jsonb', { default: {} })
  execution: object;

  @Column('text', { default: 'pending' })
  status: BacktestStatus;

  @Column('double precision', { nullable: true })
  sharpeRatio: number | null;

  @Column('double precision', { nullable: true })
  maxDrawdown: number | null;

  @Column('double precision', { nullable: true })
  totalReturn: number | null;

  @Column('text', { nullable: true })
  failureReason: string | null;

  /** A client set the status or a metric by hand: from then on no relay, sweeper or worker touches the row. */
  @Column('boolean', { default: false })
  ownedByClient: boolean;

  /** The last time a client changed a field by hand. */
  @Column('timestamptz', { nullable: true })
  editedAt: Date | null;

  /** All that were ever changed so, by their names in the API, in alphabetical order. */
  @Column('text', { array: true, default: '{}' })
  editedFields: string[];

  /** Counts the times the run was queued; the queue keeps an id, so each queueing needs a new one. */
  @Column('integer', { default: 1 })
  run: number;

  /** Counts the workers that were lost with this run. */
  @Column('integer', { default: 0 })
  losses: number;

  /** Held by the worker that claimed the run; its result is only written while the token is still this one. */
  @Column('uuid', { nullable: true })
  runToken: string | null;

  @Column('timestamptz', { nullable: true })
  heartbeatAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  queuedAt: Date;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
