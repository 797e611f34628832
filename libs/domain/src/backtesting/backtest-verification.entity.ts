import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Backtest } from './backtest.entity';

/** The last time somebody asked whether a backtest would come out the same today. */
@Entity('backtest_verifications')
export class BacktestVerification {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'backtest_verifications_pkey' })
  backtestId: number;

  @OneToOne(() => Backtest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'backtest_id', foreignKeyConstraintName: 'backtest_verifications_backtest_id_fkey' })
  backtest?: Relation<Backtest>;

  /** Counts the times it was queued; the queue keeps an id, so each queueing needs a new one. */
  @Column('integer', { default: 1 })
  run: number;

  /** Failed: it ended in an error nobody expected. */
  @Column('text', { default: 'pending' })
  status: 'pending' | 'done' | 'failed';

  /** What was found, in the API's wire form; null until done. */
  @Column('jsonb', { nullable: true })
  outcome: object | null;

  @Column('timestamptz', { default: () => 'now()' })
  queuedAt: Date;
}
