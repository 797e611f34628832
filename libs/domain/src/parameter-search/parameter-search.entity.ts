import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { VerificationOutcome } from '../backtesting/verification';
import type { JobStatus } from '../job-runs/job-status';
import type { StoredSweep, StoredWalkForward } from './stored-search-result';

export type SearchKind = 'walk_forward' | 'sweep';

/**
 * A search over many parameter combinations: a walk-forward run or a sweep. Its work is cut into chunks (rows of their
 * own); this row says what was requested, how far it is and what came out.
 */
@Entity('parameter_searches')
@Index('parameter_searches_kind_id_idx', ['kind', 'id'])
@Index('parameter_searches_verified_search_id_idx', ['verifiedSearchId'], {
  unique: true,
  where: 'verified_search_id is not null',
})
@Index('parameter_searches_unfinished_idx', ['status'], { where: `status in ('pending', 'running')` })
export class ParameterSearch {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'parameter_searches_pkey',
  })
  id: number;

  /** A verification runs another search again, and is shown with that one alone. */
  @Column('text')
  kind: SearchKind | 'verification';

  /** Of a verification: the search that is run again. */
  @Column('integer', { nullable: true })
  verifiedSearchId: number | null;

  @ManyToOne(() => ParameterSearch, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'verified_search_id',
    foreignKeyConstraintName: 'parameter_searches_verified_search_id_fkey',
  })
  verifiedSearch?: Relation<ParameterSearch>;

  @Column('text')
  strategyName: string;

  @Column('text')
  symbol: string;

  @Column('text')
  interval: string;

  @Column('text', { nullable: true })
  exchange: string | null;

  @Column('date')
  startDate: string;

  @Column('date')
  endDate: string;

  /** Everything else of the request, defaults filled in. */
  @Column('jsonb')
  settings: object;

  /** Warnings known at submission, such as unknown fields. */
  @Column('jsonb', { default: [] })
  warnings: string[];

  @Column('text', { default: 'pending' })
  status: JobStatus;

  @Column('text', { nullable: true })
  failureReason: string | null;

  /** What the chunks share; made when the search is planned. */
  @Column('jsonb', { nullable: true })
  plan: object | null;

  /** By its kind: what was found; of a verification, what is not as it was. */
  @Column('jsonb', { nullable: true })
  result: StoredWalkForward | StoredSweep | VerificationOutcome | null;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
