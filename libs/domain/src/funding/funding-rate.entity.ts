import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A settled funding payment of a perpetual swap: what a long position pays a short one, as a fraction of its value. */
@Entity('funding_rates')
export class FundingRate {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'funding_rates_pkey' })
  exchange: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'funding_rates_pkey' })
  symbol: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'funding_rates_pkey' })
  fundingTime: Date;

  /** Signed; negative when shorts pay. */
  @Column('numeric')
  fundingRate: string;

  /** The price the payment was made on, where the source reports it. */
  @Column('numeric', { nullable: true })
  markPrice: string | null;
}
