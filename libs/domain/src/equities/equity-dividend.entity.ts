import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('equity_dividends')
export class EquityDividend {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'equity_dividends_pkey' })
  symbol: string;

  /** The first session without it. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'equity_dividends_pkey' })
  exDate: string;

  /** Cash per share, adjusted for the splits since, as the candles are. */
  @Column('numeric')
  amount: string;
}
