import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { JobStatus } from '../job-runs/job-status';

/** A job to request from the provider the sessions that symbols lack, and its outcome. */
@Entity('equity_ingests')
export class EquityIngest {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'equity_ingests_pkey',
  })
  id: number;

  @Column('text', { default: 'pending' })
  status: JobStatus;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** Both inclusive. */
  @Column('date')
  startDate: string;

  @Column('date')
  endDate: string;

  /** The outcome, in a sentence. */
  @Column('text', { nullable: true })
  detail: string | null;

  /** Counts the times in a row that it waits because the provider limited the rate. */
  @Column('integer', { default: 0 })
  pauses: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
