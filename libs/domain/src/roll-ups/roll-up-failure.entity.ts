import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Interval } from '#engine/market/interval';

/** A series that could not be rolled up into a longer interval when that was tried last. */
@Entity('roll_up_failures')
export class RollUpFailure {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'roll_up_failures_pkey' })
  sourceSeriesId: number;

  /** The longer interval. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'roll_up_failures_pkey' })
  interval: Interval;

  @Column('text')
  reason: string;

  /** In a row. */
  @Column('integer')
  failures: number;

  @Column('timestamptz')
  failedAt: Date;

  /** It is not tried before. */
  @Column('timestamptz')
  retryAt: Date;
}
