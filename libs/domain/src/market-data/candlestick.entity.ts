import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A stored candle. Prices are exact: `numeric` keeps every digit as it was sent. Keyed by series and time and by nothing
 * else; the id of the API is computed (candlestick-id).
 */
@Entity('candlesticks')
export class Candlestick {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'candlesticks_pkey' })
  seriesId: number;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'candlesticks_pkey' })
  openTime: Date;

  @Column('numeric')
  open: string;

  @Column('numeric')
  high: string;

  @Column('numeric')
  low: string;

  @Column('numeric')
  close: string;

  @Column('numeric')
  volume: string;

  /** Whether the candle's time was over when it was written: only then is a change of it a revision. */
  @Column('boolean')
  isClosed: boolean;
}
