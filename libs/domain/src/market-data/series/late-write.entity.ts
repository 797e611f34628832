import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What is older may be deleted: who was away for longer starts afresh. */
export const LATE_WRITES_KEPT_DAYS = 7;

/**
 * A write that reached before a series' newest candle: a correction, or history that came in late. Streams that were cut
 * find here what a read of the newest candles would not show them.
 */
@Entity('late_writes')
@Index('late_writes_written_at_idx', ['writtenAt'])
export class LateWrite {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'late_writes_pkey' })
  seriesId: number;

  /** The series' version after it. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'late_writes_pkey' })
  version: string;

  @Column('timestamptz')
  firstOpenTime: Date;

  @Column('timestamptz')
  lastOpenTime: Date;

  /** The series' `lastWriteAt` after it. */
  @Column('timestamptz')
  writtenAt: Date;
}
