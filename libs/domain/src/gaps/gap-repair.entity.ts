import type { Interval } from '#engine/market/interval';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const GAP_REPAIR_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

export type GapRepairStatus = (typeof GAP_REPAIR_STATUSES)[number];

/** An order to ask a series' exchange for the candles that it lacks, and what came of it. */
@Entity('gap_repairs')
@Index('gap_repairs_unfinished_idx', ['id'], { where: `status in ('queued', 'running')` })
export class GapRepair {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'gap_repairs_pkey',
  })
  id: number;

  @Column('text')
  exchange: string;

  @Column('text')
  symbol: string;

  @Column('text')
  interval: Interval;

  /** Both inclusive; null: from the first stored candle, to the last. */
  @Column('timestamptz', { nullable: true })
  startTime: Date | null;

  @Column('timestamptz', { nullable: true })
  endTime: Date | null;

  @Column('text', { default: 'queued', comment: GAP_REPAIR_STATUSES.join(' | ') })
  status: GapRepairStatus;

  /** Candles that the exchange was asked for. */
  @Column('integer', { default: 0 })
  asked: number;

  /** Candles that it had and that are stored now. */
  @Column('integer', { default: 0 })
  repaired: number;

  /** Candles that it did not have although it had some before and behind them. */
  @Column('integer', { default: 0 })
  noTrades: number;

  /** Candles that are missing as before. */
  @Column('integer', { default: 0 })
  stillMissing: number;

  /** Everything that opens before this is done; another worker goes on from here. */
  @Column('timestamptz', { nullable: true })
  progressedTo: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** Counts the times it was queued; the queue keeps an id, so each queueing needs a new one. */
  @Column('integer', { default: 1 })
  run: number;

  @Column('integer', { default: 0 })
  losses: number;

  @Column('uuid', { nullable: true })
  runToken: string | null;

  @Column('timestamptz', { nullable: true })
  heartbeatAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  queuedAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
