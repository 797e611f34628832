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
import type { FeeApart } from '#engine/trades/round-trip';
import { Backtest } from '../backtesting/backtest.entity';
import { StrategyIdea } from '../strategy-ideas/strategy-idea.entity';
import { Position } from '../trading/position.entity';

export const TRADE_SIDES = ['buy', 'sell'] as const;

export type TradeSide = (typeof TRADE_SIDES)[number];

/** Written by a client, or made of fills. */
export const ENTRY_SOURCES = ['manual', 'fills'] as const;

export type EntrySource = (typeof ENTRY_SOURCES)[number];

/** A trade. What is computed of it is stored with it, so that statistics need no other table. */
@Entity('trade_journal_entries')
@Index('trade_journal_entries_first_fill_id_ordinal_idx', ['firstFillId', 'ordinal'], {
  unique: true,
  where: 'first_fill_id is not null',
})
@Index('trade_journal_entries_position_id_entry_time_idx', ['positionId', 'entryTime'], {
  where: 'position_id is not null',
})
@Index('trade_journal_entries_idea_id_idx', ['ideaId'], { where: 'idea_id is not null' })
@Index('trade_journal_entries_backtest_id_idx', ['backtestId'], { where: 'backtest_id is not null' })
@Index('trade_journal_entries_symbol_id_idx', ['symbol', 'id'])
export class TradeJournalEntry {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'trade_journal_entries_pkey',
  })
  id: number;

  @Column('text')
  symbol: string;

  /** `buy` is a long. */
  @Column('text')
  side: TradeSide;

  @Column('numeric')
  entryPrice: string;

  /** Null while the trade is open. */
  @Column('numeric', { nullable: true })
  exitPrice: string | null;

  @Column('text', { nullable: true })
  notes: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('text', { default: 'manual' })
  source: EntrySource;

  /** Of an entry made of fills, as the next four. */
  @Column('integer', { nullable: true })
  positionId: number | null;

  @ManyToOne(() => Position)
  @JoinColumn({ name: 'position_id', foreignKeyConstraintName: 'trade_journal_entries_position_id_fkey' })
  position?: Relation<Position>;

  @Column('bigint', { nullable: true })
  firstFillId: string | null;

  @Column('integer', { nullable: true })
  ordinal: number | null;

  /** From where its position has to be matched again: the fill that opened it from flat, and what of it did. */
  @Column('bigint', { nullable: true })
  periodFillId: string | null;

  @Column('numeric', { nullable: true })
  periodQuantity: string | null;

  @Column('text', { nullable: true })
  account: string | null;

  @Column('text', { nullable: true })
  exchange: string | null;

  @Column('numeric', { nullable: true })
  quantity: string | null;

  @Column('timestamptz', { nullable: true })
  entryTime: Date | null;

  @Column('timestamptz', { nullable: true })
  exitTime: Date | null;

  /** In which the amounts below are; null: the symbol does not name one. */
  @Column('text', { nullable: true })
  currency: string | null;

  /** Of a contract; null: 1. */
  @Column('numeric', { nullable: true })
  multiplier: string | null;

  /** Value of what was entered, at the entry prices. */
  @Column('numeric', { nullable: true })
  entryValue: string | null;

  @Column('numeric', { nullable: true })
  fees: string | null;

  @Column('jsonb', { default: [] })
  feesApart: FeeApart[];

  /** Received (negative: paid), estimated by stored rates; null: no stored rate applies. */
  @Column('numeric', { nullable: true })
  funding: string | null;

  /** Before fees and funding; null while the trade is open, or where the quantity is not known. */
  @Column('numeric', { nullable: true })
  grossPnl: string | null;

  @Column('numeric', { nullable: true })
  netPnl: string | null;

  /** Net P&L as a fraction of the entry value. */
  @Column('double precision', { nullable: true })
  tradeReturn: number | null;

  /** Net P&L in multiples of what was at risk between entry and stop. */
  @Column('double precision', { nullable: true })
  rMultiple: number | null;

  @Column('numeric', { nullable: true })
  stop: string | null;

  @Column('numeric', { nullable: true })
  target: string | null;

  @Column('text', { array: true, default: [] })
  tags: string[];

  @Column('integer', { nullable: true })
  ideaId: number | null;

  @ManyToOne(() => StrategyIdea, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'idea_id', foreignKeyConstraintName: 'trade_journal_entries_idea_id_fkey' })
  idea?: Relation<StrategyIdea>;

  @Column('integer', { nullable: true })
  backtestId: number | null;

  @ManyToOne(() => Backtest, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'backtest_id', foreignKeyConstraintName: 'trade_journal_entries_backtest_id_fkey' })
  backtest?: Relation<Backtest>;
}
