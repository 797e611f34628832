import { Column, Entity, PrimaryColumn } from 'typeorm';

export const FEED_STATES = ['live', 'reconnecting', 'stopped'] as const;

/** What a feed reports of itself; times in milliseconds since 1970 UTC, by its worker's clock. */
export interface FeedReport {
  readonly state: (typeof FEED_STATES)[number];
  /** Since when it is in this state. */
  readonly since: number;
  /** Null: none was received since the worker began. */
  readonly lastMessageAt: number | null;
  /** Why it is not live; null where nothing went wrong. */
  readonly error: string | null;
}

/**
 * The feed of a series, as the worker that leads its exchange last reported it. The table is unlogged: after a crash of the
 * database the leader reports again. A series that has no candle yet has a feed, too, so it is named.
 */
@Entity('feed_states')
export class FeedStateRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'feed_states_pkey' })
  exchange: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'feed_states_pkey' })
  symbol: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'feed_states_pkey' })
  interval: string;

  @Column('text', { comment: FEED_STATES.join(' | ') })
  state: FeedReport['state'];

  @Column('timestamptz')
  since: Date;

  @Column('timestamptz', { nullable: true })
  lastMessageAt: Date | null;

  @Column('text', { nullable: true })
  error: string | null;

  /** A leader that lives renews it every few seconds. */
  @Column('timestamptz')
  renewedAt: Date;
}
