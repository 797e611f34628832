import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { JobStatus } from '../job-runs/job-status';

/** The series that is held beside a run. */
export interface RequestedBenchmark {
  /** Resolved when the run was submitted; null when no exchange has the symbol. */
  readonly exchange: string | null;
  readonly symbol: string;
}

/** The version of a dataset that a run fixed when it was submitted. */
export interface FixedDataset {
  readonly datasetId: number;
  readonly versionId: number;
  readonly name: string;
  /** As the request said it; null: the newest at the submission. */
  readonly requestedVersion: number | null;
  readonly version: number;
  readonly contentSha256: string;
}

/** What was requested of a run over stored candles, and how far it is. */
export abstract class RequestedRun {
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

  /** What it reads of datasets; null: nothing. */
  @Column('jsonb', { nullable: true })
  datasets: readonly FixedDataset[] | null;

  @Column('text', { default: 'pending' })
  status: JobStatus;

  @Column('text', { nullable: true })
  failureReason: string | null;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** A backtest, and what its run found. */
@Entity('backtests')
export class Backtest extends RequestedRun {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'backtests_pkey',
  })
  id: number;

  @Column('jsonb', { default: {} })
  parameters: object;

  /** The request's `execution` as it was sent. */
  @Column('jsonb', { default: {} })
  execution: object;

  /** Null: the run's own series. */
  @Column('jsonb', { nullable: true })
  benchmark: RequestedBenchmark | null;

  @Column('double precision', { nullable: true })
  sharpeRatio: number | null;

  @Column('double precision', { nullable: true })
  maxDrawdown: number | null;

  @Column('double precision', { nullable: true })
  totalReturn: number | null;

  /** The last time a client changed a field by hand. */
  @Column('timestamptz', { nullable: true })
  editedAt: Date | null;

  /** All that were ever changed so, by their names in the API, in alphabetical order. */
  @Column('text', { array: true, default: '{}' })
  editedFields: string[];
}
