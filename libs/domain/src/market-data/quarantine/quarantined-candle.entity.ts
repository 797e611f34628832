import type { Interval } from '#engine/market/interval';
import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { CANDLE_SOURCES, type CandleSource } from '../series/candle-writes';

/** A candle that is kept as it came and not stored: one that a connector delivered and a rule forbids, or an outlier. */
@Entity('quarantined_candles')
@Unique('quarantined_candles_key', ['exchange', 'symbol', 'interval', 'openTime'])
@Index('quarantined_candles_quarantined_at_idx', ['quarantinedAt', 'id'])
export class QuarantinedCandle {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'quarantined_candles_pkey',
  })
  id: string;

  @Column('text')
  exchange: string;

  @Column('text')
  symbol: string;

  @Column('text')
  interval: Interval;

  @Column('timestamptz')
  openTime: Date;

  /** Text, because what came need not be a number. */
  @Column('text')
  open: string;

  @Column('text')
  high: string;

  @Column('text')
  low: string;

  @Column('text')
  close: string;

  @Column('text')
  volume: string;

  @Column('text', { comment: CANDLE_SOURCES.join(' | ') })
  source: CandleSource;

  /** `outlier`, or one sentence that names each rule it broke. */
  @Column('text')
  reason: string;

  /** It only jumps: candles after it decide whether it is a spike or is stored. */
  @Column('boolean', { default: false })
  awaitsNextCandle: boolean;

  /** When it last came in. */
  @Column('timestamptz')
  quarantinedAt: Date;
}
