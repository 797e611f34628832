import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A change of scale of a provider's prices that no split explains, and that the stored prices followed. */
@Entity('equity_implied_factors')
export class EquityImpliedFactor {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'equity_implied_factors_pkey' })
  symbol: string;

  /** The day after the last stored session whose price was multiplied. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'equity_implied_factors_pkey' })
  exDate: string;

  @Column('numeric')
  factor: string;
}
