import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What a funding payment was before it was corrected. A trigger on `funding_rates` writes these, whoever corrects it. */
@Entity('funding_rate_revisions')
@Index('funding_rate_revisions_payment_idx', ['exchange', 'symbol', 'fundingTime'])
export class FundingRateRevision {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'funding_rate_revisions_pkey',
  })
  id: string;

  @Column('text')
  exchange: string;

  @Column('text')
  symbol: string;

  @Column('timestamptz')
  fundingTime: Date;

  @Column('numeric')
  fundingRate: string;

  @Column('numeric', { nullable: true })
  markPrice: string | null;

  @Column('timestamptz')
  replacedAt: Date;
}
