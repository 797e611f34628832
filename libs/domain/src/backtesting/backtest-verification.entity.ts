import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Backtest } from './backtest.entity';
import type { Verification } from './verification';

/** The verification of a backtest. */
@Entity('backtest_verifications')
export class BacktestVerification implements Verification {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'backtest_verifications_pkey' })
  backtestId: number;

  @OneToOne(() => Backtest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'backtest_id', foreignKeyConstraintName: 'backtest_verifications_backtest_id_fkey' })
  backtest?: Relation<Backtest>;

  /** Counts the times it was queued; the queue keeps an id, so each queueing needs a new one. */
  @Column('integer', { default: 1 })
  run: number;

  @Column('text', { default: 'pending' })
  status: Verification['status'];

  @Column('jsonb', { nullable: true })
  outcome: Verification['outcome'];

  @Column('timestamptz', { default: () => 'now()' })
  queuedAt: Date;
}
