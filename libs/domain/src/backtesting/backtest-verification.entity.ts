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

  @Column('text', { default: 'pending' })
  status: Verification['status'];

  @Column('jsonb', { nullable: true })
  outcome: Verification['outcome'];
}
