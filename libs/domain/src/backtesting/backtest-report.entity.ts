import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Backtest } from './backtest.entity';
import type { StoredReport } from './stored-report';

/** Everything a completed backtest found beyond the three metrics of its row, but for the trades. */
@Entity('backtest_reports')
export class BacktestReport {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'backtest_reports_pkey' })
  backtestId: number;

  @OneToOne(() => Backtest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'backtest_id', foreignKeyConstraintName: 'backtest_reports_backtest_id_fkey' })
  backtest?: Relation<Backtest>;

  @Column('jsonb')
  report: StoredReport;
}
