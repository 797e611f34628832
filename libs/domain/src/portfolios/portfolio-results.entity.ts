import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { StoredTrade } from '../backtesting/backtest-trade.entity';
import type { Verification } from '../backtesting/verification';
import { PortfolioRun } from './portfolio-run.entity';
import type { StoredPortfolioReport } from './stored-portfolio-report';

/** Everything that a completed run found beyond the three metrics of its row, but for what has tables of its own. */
@Entity('portfolio_reports')
export class PortfolioReport {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'portfolio_reports_pkey' })
  portfolioId: number;

  @OneToOne(() => PortfolioRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'portfolio_id', foreignKeyConstraintName: 'portfolio_reports_portfolio_id_fkey' })
  portfolio?: Relation<PortfolioRun>;

  @Column('jsonb')
  report: StoredPortfolioReport;
}

/** A completed run's account, a value per bar, as columns of little-endian doubles of equal length. */
@Entity('portfolio_equity')
export class PortfolioEquity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'portfolio_equity_pkey' })
  portfolioId: number;

  @OneToOne(() => PortfolioRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'portfolio_id', foreignKeyConstraintName: 'portfolio_equity_portfolio_id_fkey' })
  portfolio?: Relation<PortfolioRun>;

  /** Open times of the account's bars, milliseconds since 1970 UTC. */
  @Column('bytea')
  openTimes: Buffer;

  @Column('bytea')
  equity: Buffer;

  /** Share of the equity that is not in positions, at the closes. */
  @Column('bytea')
  cash: Buffer;

  /** The equity of what the run is compared with. */
  @Column('bytea')
  benchmark: Buffer;
}

/** A decision of a completed run and what was filled for it; weights are little-endian doubles, one for each member. */
@Entity('portfolio_rebalancings')
export class PortfolioRebalancing {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'portfolio_rebalancings_pkey' })
  portfolioId: number;

  /** 0 for the first. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'portfolio_rebalancings_pkey' })
  position: number;

  @ManyToOne(() => PortfolioRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'portfolio_id', foreignKeyConstraintName: 'portfolio_rebalancings_portfolio_id_fkey' })
  portfolio?: Relation<PortfolioRun>;

  @Column('timestamptz')
  decidedAt: Date;

  @Column('timestamptz')
  filledAt: Date;

  /** Members that were held before or after it, or were to be. */
  @Column('integer')
  held: number;

  @Column('double precision')
  turnover: number;

  /** In the quote currency. */
  @Column('double precision')
  cost: number;

  @Column('bytea')
  target: Buffer;

  @Column('bytea')
  drifted: Buffer;

  @Column('bytea')
  reached: Buffer;
}

/** A trade of a completed run. */
@Entity('portfolio_trades')
@Index('portfolio_trades_entry_time_idx', ['portfolioId', 'entryTime', 'position'])
export class PortfolioTradeRow extends StoredTrade {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'portfolio_trades_pkey' })
  portfolioId: number;

  /** 0 for the first trade. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'portfolio_trades_pkey' })
  position: number;

  @ManyToOne(() => PortfolioRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'portfolio_id', foreignKeyConstraintName: 'portfolio_trades_portfolio_id_fkey' })
  portfolio?: Relation<PortfolioRun>;

  /** Index among the members of the run. */
  @Column('integer')
  member: number;
}

/** The verification of a portfolio run. */
@Entity('portfolio_verifications')
export class PortfolioVerification implements Verification {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'portfolio_verifications_pkey' })
  portfolioId: number;

  @OneToOne(() => PortfolioRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'portfolio_id', foreignKeyConstraintName: 'portfolio_verifications_portfolio_id_fkey' })
  portfolio?: Relation<PortfolioRun>;

  @Column('text', { default: 'pending' })
  status: Verification['status'];

  @Column('jsonb', { nullable: true })
  outcome: Verification['outcome'];
}
