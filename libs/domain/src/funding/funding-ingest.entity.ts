import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the hourly requests for a symbol's settled funding are. */
@Entity('funding_ingests')
export class FundingIngest {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'funding_ingests_pkey' })
  exchange: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'funding_ingests_pkey' })
  symbol: string;

  /** The last hour that is dealt with. */
  @Column('timestamptz', { name: 'asked_hour', nullable: true })
  requestedHour: Date | null;

  /** Failures since the last success. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz', { nullable: true })
  succeededAt: Date | null;
}
