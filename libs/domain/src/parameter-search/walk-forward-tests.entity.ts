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
import type { RelativeFigures } from '#engine/backtest/relative-figures';
import type { Metrics } from '#engine/performance/compute-metrics';
import { StoredTrade } from '../backtesting/backtest-trade.entity';
import { ParameterSearch } from './parameter-search.entity';

/** The tests of a completed walk-forward run as one account: a value per bar as little-endian doubles, and every figure. */
@Entity('walk_forward_curves')
export class WalkForwardCurve {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'walk_forward_curves_pkey' })
  searchId: number;

  @OneToOne(() => ParameterSearch, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'search_id', foreignKeyConstraintName: 'walk_forward_curves_search_id_fkey' })
  search?: Relation<ParameterSearch>;

  /** Open times of the bars, milliseconds since 1970 UTC. */
  @Column('bytea')
  openTimes: Buffer;

  /** As a multiple of the initial capital. */
  @Column('bytea')
  equity: Buffer;

  /** What is held over the same bars, as a multiple of its start; null in runs of before it was kept, as the figures beside it are. */
  @Column('bytea', { nullable: true })
  benchmark: Buffer | null;

  @Column('jsonb')
  metrics: Metrics;

  /** Null also where there is no benchmark at any of the bars. */
  @Column('jsonb', { nullable: true })
  relative: RelativeFigures | null;
}

/** A trade of a test of a completed walk-forward run. */
@Entity('walk_forward_trades')
@Index('walk_forward_trades_entry_time_idx', ['searchId', 'entryTime', 'position'])
export class WalkForwardTrade extends StoredTrade {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'walk_forward_trades_pkey' })
  searchId: number;

  /** 0 for the first trade of the first window. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'walk_forward_trades_pkey' })
  position: number;

  @ManyToOne(() => ParameterSearch, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'search_id', foreignKeyConstraintName: 'walk_forward_trades_search_id_fkey' })
  search?: Relation<ParameterSearch>;

  /** Number of the window that it was made in. */
  @Column('integer')
  windowIndex: number;

  /** Of a portfolio's: index of the member. */
  @Column('integer', { nullable: true })
  member: number | null;
}
