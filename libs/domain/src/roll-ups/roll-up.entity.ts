import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Calendar } from '#engine/calendar/calendar';
import { COUNT } from '../postgres/count-column';

/**
 * A series that is aggregated from a shorter one, and how far. A series that has candles but no row here came from
 * elsewhere and is never written to.
 */
@Entity('roll_ups')
@Index('roll_ups_source_series_id_idx', ['sourceSeriesId'])
export class RollUp {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'roll_ups_pkey' })
  seriesId: number;

  @Column('integer')
  sourceSeriesId: number;

  /** The version of the shorter series up to which its late writes have been followed. */
  @Column('bigint', { transformer: COUNT })
  sourceVersion: number;

  /** Every candle that opens before this was read; null: none was. */
  @Column('timestamptz', { nullable: true })
  rolledTo: Date | null;

  /** When late writes were last followed. */
  @Column('timestamptz')
  rolledAt: Date;

  /** Of the shorter series when it was rolled up; another one now: it has to be rolled up again. */
  @Column('text', { nullable: true })
  calendar: Calendar | null;
}
