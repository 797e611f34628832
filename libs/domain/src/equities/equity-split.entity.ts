import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('equity_splits')
export class EquitySplit {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'equity_splits_pkey' })
  symbol: string;

  /** The first session at the new price. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'equity_splits_pkey' })
  exDate: string;

  /** Shares after for each `denominator` before. */
  @Column('numeric')
  numerator: string;

  @Column('numeric')
  denominator: string;
}
