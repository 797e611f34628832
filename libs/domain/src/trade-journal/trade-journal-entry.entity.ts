import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const TRADE_SIDES = ['buy', 'sell'] as const;

export type TradeSide = (typeof TRADE_SIDES)[number];

@Entity('trade_journal_entries')
export class TradeJournalEntry {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'trade_journal_entries_pkey',
  })
  id: number;

  @Column('text')
  symbol: string;

  @Column('text')
  side: TradeSide;

  @Column('numeric')
  entryPrice: string;

  @Column('numeric', { nullable: true })
  exitPrice: string | null;

  @Column('text', { nullable: true })
  notes: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
