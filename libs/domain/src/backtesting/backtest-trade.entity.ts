import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Backtest } from './backtest.entity';

/** What one fill closed of a position. Numbers are decimal text, and add up to those of the trade. */
export interface StoredLeg {
  readonly exitTime: string;
  readonly exitPrice: string;
  readonly quantity: string;
  readonly fees: string;
  readonly funding: string;
  readonly pnl: string;
  readonly exitReason: string;
  readonly exitTag: string | null;
}

/** A trade of a completed run. Numbers are decimal text, as the API shows them. */
export abstract class StoredTrade {
  @Column('timestamptz')
  entryTime: Date;

  @Column('timestamptz')
  exitTime: Date;

  @Column('text')
  side: 'long' | 'short';

  @Column('text')
  quantity: string;

  @Column('text')
  entryPrice: string;

  @Column('text')
  exitPrice: string;

  @Column('text')
  fees: string;

  @Column('text')
  funding: string;

  @Column('text')
  pnl: string;

  @Column('double precision')
  return: number;

  @Column('text')
  exitReason: string;

  /** Of the rules that decided entry and exit; null where they have none. */
  @Column('text', { nullable: true })
  entryTag: string | null;

  @Column('text', { nullable: true })
  exitTag: string | null;

  /** In order; null where one fill closed all of the position. */
  @Column('jsonb', { nullable: true })
  legs: readonly StoredLeg[] | null;

  /** Maximum adverse excursion, a fraction of the entry price; null in runs of before it was kept, as the favourable one is. */
  @Column('double precision', { nullable: true })
  mae: number | null;

  @Column('double precision', { nullable: true })
  mfe: number | null;
}

@Entity('backtest_trades')
@Index('backtest_trades_entry_time_idx', ['backtestId', 'entryTime', 'position'])
export class BacktestTrade extends StoredTrade {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'backtest_trades_pkey' })
  backtestId: number;

  /** 0 for the first trade. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'backtest_trades_pkey' })
  position: number;

  @ManyToOne(() => Backtest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'backtest_id', foreignKeyConstraintName: 'backtest_trades_backtest_id_fkey' })
  backtest?: Relation<Backtest>;
}
