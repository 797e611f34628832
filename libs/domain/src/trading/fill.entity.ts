import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Position } from './position.entity';

/** An execution of an order, in the content that its sender stated last. Unique by account, exchange and the sender's id. */
@Entity('fills')
@Unique('fills_account_exchange_fill_id_key', ['account', 'exchange', 'fillId'])
@Index('fills_position_id_time_sequence_idx', ['positionId', 'time', 'sequence'])
export class Fill {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'fills_pkey',
  })
  id: string;

  @Column('integer')
  positionId: number;

  @ManyToOne(() => Position)
  @JoinColumn({ name: 'position_id', foreignKeyConstraintName: 'fills_position_id_fkey' })
  position?: Relation<Position>;

  @Column('text')
  account: string;

  @Column('text')
  exchange: string;

  @Column('text')
  fillId: string;

  @Column('text')
  side: 'buy' | 'sell';

  @Column('numeric')
  price: string;

  @Column('numeric')
  quantity: string;

  /** Negative: a rebate. */
  @Column('numeric', { default: 0 })
  fee: string;

  /** Null: the settlement currency. */
  @Column('text', { nullable: true })
  feeCurrency: string | null;

  /** Price of a third fee currency in the settlement currency at that time; null: not needed, or not stored. */
  @Column('numeric', { nullable: true })
  feeRate: string | null;

  @Column('text', { nullable: true })
  liquidity: 'maker' | 'taker' | null;

  @Column('timestamptz')
  time: Date;

  /** Orders fills of the same millisecond; then their ids do. */
  @Column('bigint', { default: 0 })
  sequence: string;

  @Column('numeric', { default: 1 })
  multiplier: string;

  /** The smallest quantity that can be traded; 0: any. */
  @Column('numeric', { default: 0 })
  lotSize: string;

  @Column('text', { nullable: true })
  orderId: string | null;

  @Column('text', { nullable: true })
  strategy: string | null;

  @Column('text', { array: true, default: [] })
  tags: string[];

  /** When its sender stated this content; null: it did not say. */
  @Column('timestamptz', { nullable: true })
  statedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;
}
