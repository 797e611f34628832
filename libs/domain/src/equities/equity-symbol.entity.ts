import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A symbol that is requested when a job names none. */
@Entity('equity_symbols')
export class EquitySymbol {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'equity_symbols_pkey' })
  symbol: string;

  /** Whose prices are stored; what another one reports of splits is not known yet. */
  @Column('text', { nullable: true })
  provider: string | null;

  /** Every split up to here that the provider knows is in the stored prices. */
  @Column('date', { nullable: true })
  adjustedTo: string | null;

  /** A factor that the stored prices are being multiplied by, and the newest close before that. */
  @Column('jsonb', { nullable: true })
  rescaling: object | null;

  /** The days of which every split and dividend is stored. */
  @Column('datemultirange', { default: '{}' })
  actionsKnown: string;

  /** Why the last attempt failed; null when it did not. */
  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz', { nullable: true })
  attemptedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  trackedAt: Date;
}
