import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Candles in a row that were missing and that the source did not have either, although it had some before and behind them.
 * It labels gaps and makes none: a candle that comes in later fills its place, whatever stands here.
 */
@Entity('confirmed_gaps')
export class ConfirmedGap {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'confirmed_gaps_pkey' })
  seriesId: number;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'confirmed_gaps_pkey' })
  firstOpenTime: Date;

  @Column('timestamptz')
  lastOpenTime: Date;

  /** How often the source was asked; from the second time on it counts as certain that nobody traded. */
  @Column('integer')
  attempts: number;

  @Column('timestamptz')
  askedAt: Date;
}
