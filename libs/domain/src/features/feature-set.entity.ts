import type { CandleBasis } from '../market-data/reading/candle-basis';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Calendar } from '#engine/calendar/calendar';
import { COUNT } from '../postgres/count-column';

const PRIMARY = { primaryKeyConstraintName: 'feature_sets_pkey' };
/** The features of a series at its newest closed candle, and what they were computed from. */
@Entity('feature_sets')
export class FeatureSet implements Omit<CandleBasis, 'calendar'> {
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

  @Column('integer')
  sourceSeriesId: number;

  @Column('bigint', { transformer: COUNT })
  sourceVersion: number;

  @Column('timestamptz', { nullable: true })
  windowStart: Date | null;

  @Column('timestamptz')
  windowEnd: Date;

  @Column('timestamptz', { nullable: true })
  newestOpenTime: Date | null;

  @Column('text', { nullable: true })
  newestCandle: string | null;

  @Column('timestamptz')
  nextOpenTime: Date;

  @Column('timestamptz')
  computedAt: Date;

  /** Of the source when it was computed; another one now: it has to be computed again. */
  @Column('text', { nullable: true })
  calendar: Calendar | null;
}
