import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CandleNumbers } from './candle-numbers';

/**
 * A stored candle. Keyed by series and time and by nothing
 * else; the id of the API is computed (candlestick-id).
 */
@Entity('candlesticks')
export class Candlestick extends CandleNumbers {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'candlesticks_pkey' })
  seriesId: number;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'candlesticks_pkey' })
  openTime: Date;

  /** Whether the candle's time was over when it was written: only then is a change of it a revision. */
  @Column('boolean')
  isClosed: boolean;
}
