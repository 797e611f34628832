import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { RequestedRun } from '../backtesting/backtest.entity';
import type { VerificationOutcome } from '../backtesting/verification';
import type { AllocationKind } from '../portfolios/portfolio-run.entity';
import type { UniverseMember } from '../universes/universe-member';
import type { SearchFigures, StoredSweep, StoredWalkForward } from './stored-search-result';

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
export class ParameterSearch extends RequestedRun {
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

  /** Of a portfolio's search: what decides what it holds. Null: one strategy is searched on one series. */
  @Column('text', { nullable: true })
  allocation: AllocationKind | null;

  /** Of a portfolio's: the stored universe whose members these were when it was submitted; null where the request listed them. */
  @Column('text', { nullable: true })
  universeName: string | null;

  /** Of a portfolio's: a copy, in the order of the universe. */
  @Column('jsonb', { nullable: true })
  members: readonly UniverseMember[] | null;

  /** Everything else of the request, defaults filled in. */
  @Column('jsonb')
  settings: object;

  /** Warnings known at submission, such as unknown fields. */
  @Column('jsonb', { default: [] })
  warnings: string[];

  /** What the chunks share; made when the search is planned. */
  @Column('jsonb', { nullable: true })
  plan: object | null;

  /** By its kind: what was found; of a verification, what is not as it was. */
  @Column('jsonb', { nullable: true })
  result: StoredWalkForward | StoredSweep | VerificationOutcome | null;

  /** The main ones of the result: of the best combination, or of the stitched tests. A trigger writes them. */
  @Column({ type: 'jsonb', nullable: true, insert: false, update: false })
  figures: SearchFigures | null;
}
