import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { TradeMatching } from '#engine/trades/round-trip';

/** Where an account holds longs and shorts of a symbol side by side each is a position of its own; else there is the net one. */
export const POSITION_SIDES = ['net', 'long', 'short'] as const;

export type PositionSide = (typeof POSITION_SIDES)[number];

/** What an account holds of a symbol: as computed from its fills, and as it was last reported. Its row is the lock of its fills. */
@Entity('positions')
@Unique('positions_account_exchange_symbol_side_key', ['account', 'exchange', 'symbol', 'side'])
export class Position {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'positions_pkey',
  })
  id: number;

  @Column('text')
  account: string;

  @Column('text')
  exchange: string;

  @Column('text')
  symbol: string;

  @Column('text')
  side: PositionSide;

  /** How its journal entries were made. */
  @Column('text')
  matching: TradeMatching;

  /** Signed: negative is short. */
  @Column('numeric', { default: 0 })
  quantity: string;

  /** Average cost; null when flat. */
  @Column('numeric', { nullable: true })
  averagePrice: string | null;

  @Column('timestamptz', { nullable: true })
  lastFillAt: Date | null;

  @Column('numeric', { nullable: true })
  reportedQuantity: string | null;

  @Column('numeric', { nullable: true })
  reportedAveragePrice: string | null;

  /** The time of the report; null: there was none. */
  @Column('timestamptz', { nullable: true })
  reportedAt: Date | null;
}
