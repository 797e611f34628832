import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What a load of many commits, such as an upload, has changed in a series so far. Each commit of the load adds to it; when the
 * load has finished, or its process was lost, one event reports all of it.
 */
@Entity('candle_loads')
@Index('candle_loads_renewed_at_idx', ['renewedAt'])
export class CandleLoadRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'candle_loads_pkey' })
  loadId: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'candle_loads_pkey' })
  seriesId: number;

  @Column('timestamptz')
  firstOpenTime: Date;

  @Column('timestamptz')
  lastOpenTime: Date;

  @Column('bigint')
  inserted: string;

  @Column('bigint')
  updated: string;

  /** The series' version after the last commit. */
  @Column('bigint')
  version: string;

  @Column('timestamptz')
  renewedAt: Date;
}
