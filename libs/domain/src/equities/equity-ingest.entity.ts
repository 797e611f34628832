import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const EQUITY_INGEST_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

export type EquityIngestStatus = (typeof EQUITY_INGEST_STATUSES)[number];

/** An order to ask the provider for the sessions that symbols lack, and what came of it. */
@Entity('equity_ingests')
@Index('equity_ingests_unfinished_idx', ['id'], { where: `status in ('queued', 'running')` })
export class EquityIngest {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'equity_ingests_pkey',
  })
  id: number;

  /** Both inclusive. */
  @Column('date')
  startDate: string;

  @Column('date')
  endDate: string;

  @Column('text', { default: 'queued', comment: EQUITY_INGEST_STATUSES.join(' | ') })
  status: EquityIngestStatus;

  /** What came of it, in a sentence. */
  @Column('text', { nullable: true })
  detail: string | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** Counts the times it was queued; the queue keeps an id, so each queueing needs a new one. */
  @Column('integer', { default: 1 })
  run: number;

  @Column('integer', { default: 0 })
  losses: number;

  /** Counts the times in a row that it waits because the provider asked to slow down. */
  @Column('integer', { default: 0 })
  pauses: number;

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
