import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Verdict } from '#engine/validation/reach-verdict';
import type { AllocationKind } from '../portfolios/portfolio-run.entity';
import type { JobStatus } from '../job-runs/job-status';
import type { RunKind } from './run-measures';

/**
 * What the list of all runs shows of a backtest, a sweep, a walk-forward or a portfolio run, and the labels that clients gave it. Triggers keep it:
 * whoever writes the run, of whatever version, writes this row in the same transaction. The migration that made them says how.
 */
@Entity('runs')
@Index('runs_created_at_idx', ['createdAt', 'kind', 'runId'])
@Index('runs_symbol_idx', ['symbol', 'createdAt', 'kind', 'runId'])
@Index('runs_strategy_name_idx', ['strategyName', 'createdAt', 'kind', 'runId'])
@Index('runs_author_idx', ['author', 'createdAt', 'kind', 'runId'])
@Index('runs_total_return_idx', ['totalReturn', 'createdAt', 'kind', 'runId'])
@Index('runs_sharpe_ratio_idx', ['sharpeRatio', 'createdAt', 'kind', 'runId'])
@Index('runs_max_drawdown_idx', ['maxDrawdown', 'createdAt', 'kind', 'runId'])
@Index('runs_cagr_idx', ['cagr', 'createdAt', 'kind', 'runId'])
@Index('runs_deflated_sharpe_ratio_idx', ['deflatedSharpeRatio', 'createdAt', 'kind', 'runId'])
export class Run {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'runs_pkey' })
  kind: RunKind;

  /** Of the backtest or the search. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'runs_pkey' })
  runId: number;

  /** Of runs over a portfolio. */
  @Column('text', { nullable: true })
  allocation: AllocationKind | null;

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

  @Column('text')
  status: JobStatus;

  /** Numbers alone: the strategy's own, of a sweep those of the best combination, of a walk-forward run those of the last window. */
  @Column('jsonb', { default: {} })
  parameters: Readonly<Record<string, number>>;

  @Column('text', { nullable: true })
  verdict: Verdict['level'] | null;

  /** As `job_runs.submitted_by`. */
  @Column('text', { nullable: true })
  author: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('text', { nullable: true })
  note: string | null;

  @Column('text', { array: true, default: '{}' })
  tags: string[];

  @Column('double precision', { nullable: true })
  totalReturn: number | null;

  @Column('double precision', { nullable: true })
  sharpeRatio: number | null;

  @Column('double precision', { nullable: true })
  maxDrawdown: number | null;

  @Column('double precision', { nullable: true })
  trades: number | null;

  @Column('double precision', { nullable: true })
  benchmarkReturn: number | null;

  @Column('double precision', { nullable: true })
  cagr: number | null;

  @Column('double precision', { nullable: true })
  annualVolatility: number | null;

  @Column('double precision', { nullable: true })
  sortinoRatio: number | null;

  @Column('double precision', { nullable: true })
  calmarRatio: number | null;

  @Column('double precision', { nullable: true })
  longestDrawdownSeconds: number | null;

  @Column('double precision', { nullable: true })
  exposure: number | null;

  @Column('double precision', { nullable: true })
  turnover: number | null;

  @Column('double precision', { nullable: true })
  winRate: number | null;

  @Column('double precision', { nullable: true })
  profitFactor: number | null;

  @Column('double precision', { nullable: true })
  averageTradeReturn: number | null;

  @Column('double precision', { nullable: true })
  bestTradeReturn: number | null;

  @Column('double precision', { nullable: true })
  worstTradeReturn: number | null;

  @Column('double precision', { nullable: true })
  averageTradeSeconds: number | null;

  @Column('double precision', { nullable: true })
  systemQualityNumber: number | null;

  @Column('double precision', { nullable: true })
  kellyFraction: number | null;

  @Column('double precision', { nullable: true })
  tStatistic: number | null;

  @Column('double precision', { nullable: true })
  probabilisticSharpeRatio: number | null;

  @Column('double precision', { nullable: true })
  deflatedSharpeRatio: number | null;

  @Column('double precision', { nullable: true })
  minTrackRecordLength: number | null;

  @Column('double precision', { nullable: true })
  probabilityOfBacktestOverfitting: number | null;

  @Column('double precision', { nullable: true })
  trials: number | null;

  @Column('double precision', { nullable: true })
  walkForwardEfficiency: number | null;

  @Column('double precision', { nullable: true })
  consistency: number | null;
}
