import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Calendar } from '#engine/market/calendar';

const PRIMARY = { primaryKeyConstraintName: 'feature_sets_pkey' };
const COUNT = { from: Number, to: (count?: number) => count };

/** The features of a series at its newest closed candle, and what they were computed from. */
@Entity('feature_sets')
export class FeatureSet {
  @PrimaryColumn('text', PRIMARY)
  exchange: string;

  @PrimaryColumn('text', PRIMARY)
  symbol: string;

  @PrimaryColumn('text', PRIMARY)
  interval: string;

  /** Open time of the newest candle that counts. */
  @Column('timestamptz')
  asOf: Date;

  @Column('integer')
  featureVersion: number;

  /** null where a feature is not known yet, or not defined. */
  @Column('jsonb')
  features: Readonly<Record<string, number | null>>;

  /** Candles before that one that were taken into account, and how many make every value independent of where they begin. */
  @Column('integer')
  warmupBars: number;

  @Column('integer')
  warmupNeeded: number;

  /** The stored series: the interval's own, or a shorter one. */
  @Column('integer')
  sourceSeriesId: number;

  /** Its version before the first of its candles was read. */
  @Column('bigint', { transformer: COUNT })
  sourceVersion: number;

  /** The first time whose candles count; null: whatever comes in before counts, too. */
  @Column('timestamptz', { nullable: true })
  windowStart: Date | null;

  /** Exclusive. */
  @Column('timestamptz')
  windowEnd: Date;

  /**
   * The source's newest closed candle where it lies in the window, as a text: a change of the newest candle is noted nowhere
   * else as one of the past.
   */
  @Column('timestamptz', { nullable: true })
  newestOpenTime: Date | null;

  @Column('text', { nullable: true })
  newestCandle: string | null;

  /** A closed candle of the source that opens here or later makes another candle complete. */
  @Column('timestamptz')
  nextOpenTime: Date;

  @Column('timestamptz')
  computedAt: Date;

  /** Of the source when it was computed; another one now: it has to be computed again. */
  @Column('text', { nullable: true })
  calendar: Calendar | null;
}
