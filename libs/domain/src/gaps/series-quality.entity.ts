import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Calendar } from '#engine/calendar/calendar';
import { COUNT } from '../postgres/count-column';

/** How complete a series was when its candles were last counted; a worker counts again after the series changed. */
@Entity('series_quality')
export class SeriesQuality {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'series_quality_pkey' })
  seriesId: number;

  /** The series' version that was counted. */
  @Column('bigint', { transformer: COUNT })
  version: number;

  /** Open time of the last candle that was counted: from there the next count goes on. */
  @Column('timestamptz')
  countedTo: Date;

  /** Candles missing between the first and the last by the calendar. */
  @Column('bigint', { transformer: COUNT })
  missing: number;

  /** Candles that do not open where their interval begins. */
  @Column('bigint', { transformer: COUNT })
  offGrid: number;

  /** Of those missing, the ones the source did not have either. */
  @Column('bigint', { transformer: COUNT })
  noTrades: number;

  @Column('timestamptz')
  countedAt: Date;

  /** Of the series when it was counted; another one now: it has to be counted again. */
  @Column('text', { nullable: true })
  calendar: Calendar | null;
}
