import type { Interval } from '#engine/market/interval';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { JobStatus } from '../job-runs/job-status';

/** A job to compute the features of series, and its outcome. */
@Entity('feature_precomputes')
export class FeaturePrecompute {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'feature_precomputes_pkey',
  })
  id: number;

  @Column('text', { default: 'pending' })
  status: JobStatus;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** null: of every exchange. */
  @Column('text', { nullable: true })
  exchange: string | null;

  /** null: every stored series. */
  @Column('text', { nullable: true })
  symbol: string | null;

  /** null: every stored interval. */
  @Column('text', { nullable: true })
  interval: Interval | null;

  /** Series whose features are computed. */
  @Column('integer', { default: 0 })
  computed: number;

  /** Series without a closed candle. */
  @Column('integer', { default: 0 })
  withoutCandles: number;

  /** Series that are left, as they were counted when it was begun or last taken up. */
  @Column('integer', { nullable: true })
  remaining: number | null;

  /** Every series with an id up to this is done; another worker goes on from here. */
  @Column('integer', { nullable: true })
  progressedTo: number | null;

  @Column('text', { array: true, default: '{}' })
  warnings: string[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
