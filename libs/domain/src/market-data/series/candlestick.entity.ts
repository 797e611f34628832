import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CandleNumbers } from './candle-numbers';

/**
 * A stored candle. Keyed by series and time and by nothing
 * else; the id of the API is computed (candlestick-id).
 */
@Entity('candlesticks')
@Index('candlesticks_unconfirmed_idx', ['seriesId', 'openTime'], { where: 'not is_closed' })
export class Candlestick extends CandleNumbers {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'candlesticks_pkey' })
  seriesId: number;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'candlesticks_pkey' })
  openTime: Date;

  /**
   * Whether it is final; only then is a change of it a revision. False: a feed wrote it, and its exchange has not confirmed
   * it yet. Null: its time was not over when a client wrote it, and the clock says when it is.
   */
  @Column('boolean', { nullable: true })
  isClosed: boolean | null;

  /** Whether its numbers were changed after it had closed. */
  @Column('boolean', { default: false })
  isCorrected: boolean;
}
