import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Interval } from '#engine/market/interval';

export const SKIP_CAUSES = ['out_of_domain', 'base_deleted'] as const;

/**
 * A longer candle that is not as the shorter ones have it. `out_of_domain`: its numbers are none that a candle can have.
 * `base_deleted`: some of its shorter candles were deleted for their age, and changes of the others since are not followed.
 */
@Entity('roll_up_skips')
export class RollUpSkip {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'roll_up_skips_pkey' })
  sourceSeriesId: number;

  /** The longer interval. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'roll_up_skips_pkey' })
  interval: Interval;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'roll_up_skips_pkey' })
  openTime: Date;

  @Column('text', { comment: SKIP_CAUSES.join(' | ') })
  cause: (typeof SKIP_CAUSES)[number];

  /** A sentence that names the field. */
  @Column('text')
  reason: string;

  @Column('timestamptz')
  skippedAt: Date;
}
