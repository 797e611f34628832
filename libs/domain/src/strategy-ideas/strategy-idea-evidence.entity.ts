import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Backtest } from '../backtesting/backtest.entity';
import { ParameterSearch } from '../parameter-search/parameter-search.entity';
import { PortfolioRun } from '../portfolios/portfolio-run.entity';
import { StrategyIdea } from './strategy-idea.entity';

/** A run that tests an idea: a backtest, a portfolio run, or a sweep or walk-forward run (a search). It goes with its idea and with its run. */
@Entity('strategy_idea_evidence')
@Check('strategy_idea_evidence_one_run', 'num_nonnulls(backtest_id, search_id, portfolio_id) = 1')
@Index('strategy_idea_evidence_idea_id_id_idx', ['ideaId', 'id'])
@Index('strategy_idea_evidence_backtest_id_idea_id_idx', ['backtestId', 'ideaId'], {
  unique: true,
  where: 'backtest_id is not null',
})
@Index('strategy_idea_evidence_search_id_idea_id_idx', ['searchId', 'ideaId'], {
  unique: true,
  where: 'search_id is not null',
})
@Index('strategy_idea_evidence_portfolio_id_idea_id_idx', ['portfolioId', 'ideaId'], {
  unique: true,
  where: 'portfolio_id is not null',
})
export class StrategyIdeaEvidence {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'strategy_idea_evidence_pkey',
  })
  id: number;

  @Column('integer')
  ideaId: number;

  @ManyToOne(() => StrategyIdea, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'idea_id', foreignKeyConstraintName: 'strategy_idea_evidence_idea_id_fkey' })
  idea?: Relation<StrategyIdea>;

  @Column('integer', { nullable: true })
  backtestId: number | null;

  @ManyToOne(() => Backtest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'backtest_id', foreignKeyConstraintName: 'strategy_idea_evidence_backtest_id_fkey' })
  backtest?: Relation<Backtest>;

  @Column('integer', { nullable: true })
  searchId: number | null;

  @ManyToOne(() => ParameterSearch, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'search_id', foreignKeyConstraintName: 'strategy_idea_evidence_search_id_fkey' })
  search?: Relation<ParameterSearch>;

  @Column('integer', { nullable: true })
  portfolioId: number | null;

  @ManyToOne(() => PortfolioRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'portfolio_id', foreignKeyConstraintName: 'strategy_idea_evidence_portfolio_id_fkey' })
  portfolio?: Relation<PortfolioRun>;

  @Column('text', { nullable: true })
  note: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  linkedAt: Date;
}
