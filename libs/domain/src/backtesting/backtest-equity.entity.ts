import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Backtest } from './backtest.entity';

/** A completed backtest's equity, a value per bar, as columns of little-endian doubles of equal length. */
@Entity('backtest_equity')
export class BacktestEquity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'backtest_equity_pkey' })
  backtestId: number;

  @OneToOne(() => Backtest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'backtest_id', foreignKeyConstraintName: 'backtest_equity_backtest_id_fkey' })
  backtest?: Relation<Backtest>;

  /** Open times of the bars, milliseconds since 1970 UTC. */
  @Column('bytea')
  openTimes: Buffer;

  @Column('bytea')
  equity: Buffer;

  /** The equity of buy and hold; null in runs of before it was kept, as the position is. */
  @Column('bytea', { nullable: true })
  benchmark: Buffer | null;

  /** Quantity held at the closes in the base currency, negative where short. */
  @Column('bytea', { nullable: true })
  position: Buffer | null;
}
