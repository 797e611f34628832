import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type RequestedBenchmark, RequestedRun } from '../backtesting/backtest.entity';
import type { UniverseMember } from '../universes/universe-member';

export const ALLOCATION_KINDS = ['weights', 'ranking', 'rules'] as const;

export type AllocationKind = (typeof ALLOCATION_KINDS)[number];

/** What decides what a portfolio holds, and when: the fields of the request as they were sent. */
export interface RequestedAllocation {
  readonly weights?: object;
  readonly ranking?: object;
  readonly rules?: object;
  readonly rebalance?: object;
  readonly delisting_return?: number;
}

/**
 * A portfolio run, and what it found. What lists of runs show of every run is here, too: `strategyName` is what chooses or weighs the members,
 * `symbol` names the universe, `exchange` is the one that all members have.
 */
@Entity('portfolio_runs')
export class PortfolioRun extends RequestedRun {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'portfolio_runs_pkey',
  })
  id: number;

  @Column('text')
  allocation: AllocationKind;

  /** Of the stored universe whose members these were when the run was submitted; null: the request listed them. */
  @Column('text', { nullable: true })
  universeName: string | null;

  /** A copy: the universe may change later. */
  @Column('jsonb')
  members: readonly UniverseMember[];

  @Column('integer')
  memberCount: number;

  @Column('jsonb')
  settings: RequestedAllocation;

  /** The request's `execution` as it was sent. */
  @Column('jsonb', { default: {} })
  execution: object;

  /** Null: the universe at equal weights. */
  @Column('jsonb', { nullable: true })
  benchmark: RequestedBenchmark | null;

  /** Settings that are numbers, by their paths, such as weights.lookback. */
  @Column('jsonb', { default: {} })
  parameters: Readonly<Record<string, number>>;

  @Column('double precision', { nullable: true })
  sharpeRatio: number | null;

  @Column('double precision', { nullable: true })
  maxDrawdown: number | null;

  @Column('double precision', { nullable: true })
  totalReturn: number | null;
}
