import type { Interval } from '#engine/market/interval';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { JobStatus } from '../job-runs/job-status';

/** A job to request from a series' exchange the candles that it lacks, and its outcome. */
@Entity('gap_repairs')
export class GapRepair {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'gap_repairs_pkey',
  })
  id: number;

  @Column('text', { default: 'pending' })
  status: JobStatus;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('text')
  exchange: string;

  @Column('text')
  symbol: string;

  @Column('text')
  interval: Interval;

  /** Both inclusive; null: from the first stored candle, to the last. */
  @Column('timestamptz', { nullable: true })
  startTime: Date | null;

  @Column('timestamptz', { nullable: true })
  endTime: Date | null;

  /** Candles that were requested from the exchange. */
  @Column('integer', { name: 'asked', default: 0 })
  requested: number;

  /** Candles that it had and that are stored now. */
  @Column('integer', { default: 0 })
  repaired: number;

  /** Candles that it did not have, at two attempts an hour apart, although it had some before and after them. */
  @Column('integer', { default: 0 })
  noTrades: number;

  /** Candles that are missing and may still come. */
  @Column('integer', { default: 0 })
  stillMissing: number;

  /** Of those still missing, the ones that are in quarantine. */
  @Column('integer', { default: 0 })
  quarantined: number;

  /** Of those still missing, the ones that the exchange did not have at the first attempt. */
  @Column('integer', { default: 0 })
  emptyOnce: number;

  /** Requests again what is certain not to have been traded. */
  @Column('boolean', { default: false })
  recheck: boolean;

  /** Everything that opens before this is done; another worker goes on from here. */
  @Column('timestamptz', { nullable: true })
  progressedTo: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
