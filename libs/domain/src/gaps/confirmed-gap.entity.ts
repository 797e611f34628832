import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Candles in a row that were missing and that the source did not have either, although it had some before and after them.
 * It labels gaps and makes none: a candle that comes in later fills it, whatever is noted here.
 */
@Entity('confirmed_gaps')
export class ConfirmedGap {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'confirmed_gaps_pkey' })
  seriesId: number;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'confirmed_gaps_pkey' })
  firstOpenTime: Date;

  @Column('timestamptz')
  lastOpenTime: Date;

  /** 1 until the source is requested again at least an hour after the first time and has nothing still: then 2, which is certain. */
  @Column('integer')
  attempts: number;

  /** When the source first had nothing. */
  @Column('timestamptz', { default: () => 'now()' })
  firstEmptyAt: Date;

  /** When it last had nothing. */
  @Column('timestamptz', { name: 'asked_at' })
  lastEmptyAt: Date;
}
