import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { CandleNumbers } from '../series/candle-numbers';

/** What a closed candle was before it was changed. A trigger on `candlesticks` writes these, whoever changes a candle. */
@Entity('candlestick_revisions')
@Index('candlestick_revisions_series_id_replaced_at_idx', ['seriesId', 'replacedAt'])
export class CandlestickRevision extends CandleNumbers {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'candlestick_revisions_pkey',
  })
  id: string;

  @Column('integer')
  seriesId: number;

  @Column('timestamptz')
  openTime: Date;

  @Column('timestamptz')
  replacedAt: Date;
}
