import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Calendar } from '#engine/calendar/calendar';
import type { Regime } from '#engine/regime/label-states';
import type { StoredRegimeDetails } from './stored-regime-details';

/** The regime of a series as it was last computed. */
@Entity('stored_regimes')
export class StoredRegime {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'stored_regimes_pkey' })
  exchange: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'stored_regimes_pkey' })
  symbol: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'stored_regimes_pkey' })
  interval: string;

  @Column('text')
  regime: Regime;

  /** One per observation, oldest first. */
  @Column('jsonb')
  stateHistory: Regime[];

  /** Open times of the bars of the history in ms, as little-endian doubles; null where it was computed before they were kept. */
  @Column('bytea', { nullable: true })
  stateTimes: Buffer | null;

  @Column('double precision')
  confidence: number;

  @Column('jsonb')
  details: StoredRegimeDetails;

  @Column('timestamptz')
  computedAt: Date;

  // What it was computed from (CandleBasis); null where it was computed before that was kept.

  @Column('integer', { nullable: true })
  sourceSeriesId: number | null;

  @Column('bigint', {
    nullable: true,
    transformer: {
      from: (version: string | null) => (version === null ? null : Number(version)),
      to: (version?: number | null) => version,
    },
  })
  sourceVersion: number | null;

  @Column('text', { nullable: true })
  calendar: Calendar | null;

  @Column('timestamptz', { nullable: true })
  windowStart: Date | null;

  @Column('timestamptz', { nullable: true })
  windowEnd: Date | null;

  @Column('timestamptz', { nullable: true })
  newestOpenTime: Date | null;

  @Column('text', { nullable: true })
  newestCandle: string | null;

  @Column('timestamptz', { nullable: true })
  nextOpenTime: Date | null;
}
