import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JobStatus } from '../job-runs/job-status';

/** One symbol of a job: how far it is, and its outcome. */
@Entity('equity_ingest_symbols')
export class EquityIngestSymbol {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'equity_ingest_symbols_pkey' })
  ingestId: number;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'equity_ingest_symbols_pkey' })
  symbol: string;

  @Column('text', { default: 'pending' })
  status: JobStatus;

  /** Sessions of the range that had closed. */
  @Column('integer', { default: 0 })
  sessions: number;

  /** Sessions that were requested from the provider, because they were not stored. */
  @Column('integer', { name: 'asked', default: 0 })
  requested: number;

  @Column('integer', { name: 'rows_written', default: 0 })
  inserted: number;

  /** Stored candles that got the prices after a split. */
  @Column('integer', { name: 'rows_rewritten', default: 0 })
  updated: number;

  /** Candles of the provider that broke a rule. */
  @Column('integer', { default: 0 })
  quarantined: number;

  /** Sessions that the provider lacks or failed to report, after the first that it has. */
  @Column('integer', { default: 0 })
  stillMissing: number;

  /** Sessions before the first one that the provider has. */
  @Column('integer', { name: 'before_history', default: 0 })
  beforeListing: number;

  /** Everything up to this session has been requested; another worker goes on after it. */
  @Column('date', { nullable: true })
  progressedTo: string | null;

  @Column('text', { nullable: true })
  detail: string | null;

  @Column('text', { nullable: true })
  lastError: string | null;
}
