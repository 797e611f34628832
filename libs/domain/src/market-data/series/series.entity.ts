import { CALENDARS, type Calendar } from '#engine/calendar/calendar';
import type { Interval } from '#engine/market/interval';
import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { COUNT } from '../../postgres/count-column';

/** Series ids stay below this, so that a candle's id (see candlestick-id) stays below 2^53. */
export const SERIES_ID_LIMIT = 2 ** 21;

/** One exchange's candles of one symbol and interval. The counters make totals cheap; every write keeps them. */
@Entity('series')
@Unique('series_exchange_symbol_interval_key', ['exchange', 'symbol', 'interval'])
@Check('series_id_below_limit', `id < ${SERIES_ID_LIMIT}`)
export class Series {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'series_pkey',
  })
  id: number;

  @Column('text')
  exchange: string;

  @Column('text')
  symbol: string;

  @Column('text')
  interval: Interval;

  @Column('text', { comment: CALENDARS.join(' | ') })
  calendar: Calendar;

  @Column('bigint', { default: 0, transformer: COUNT })
  candleCount: number;

  @Column('timestamptz', { nullable: true })
  firstOpenTime: Date | null;

  @Column('timestamptz', { nullable: true })
  lastOpenTime: Date | null;

  /** Grows with every write that changed a candle: equal versions mean equal candles. */
  @Column('bigint', { default: 0, transformer: COUNT })
  version: number;

  /** Whole milliseconds, later with every write (NEXT_WRITE_AT_SQL). */
  @Column('timestamptz', { nullable: true })
  lastWriteAt: Date | null;

  /** Outliers in quarantine that candles after them still have to decide about. A discarded one counts until the next write. */
  @Column('integer', { default: 0 })
  heldCandles: number;
}
