import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * What one commit reports of one kind: outbox and history in one. The row is written in the transaction of what it reports; when
 * that has committed, whoever numbers the rows gives it its `position`, and from then on it can be read.
 */
@Entity('events')
@Index('events_position_key', ['position'], { unique: true, where: 'position is not null' })
@Index('events_unnumbered_idx', ['id'], { where: 'position is null' })
export class EventRow {
  /** Ascending in the order of the commits of one series, which hold its lock. Over all series it says nothing: commits overtake each other. */
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'events_pkey',
  })
  id: string;

  /** Without gaps, in the order in which rows became readable: nothing ever appears before a position that was read. */
  @Column('bigint', { nullable: true })
  position: string | null;

  @Column('text')
  kind: string;

  // What all of the content is about; null where it is about several, or none.

  @Column('text', { nullable: true })
  exchange: string | null;

  @Column('text', { nullable: true })
  symbol: string | null;

  @Column('text', { nullable: true })
  interval: string | null;

  /** How many events it is published as. */
  @Column('integer')
  eventCount: number;

  /** A list of RecordedData of the kind; those of candles with `recordedAt`, the time of their commit in milliseconds. */
  @Column('jsonb')
  content: readonly object[];

  /** Of the content, before the database compresses it. */
  @Column('integer')
  bytes: number;

  /** Of the contents of all rows up to this one, ever; null until it is numbered. */
  @Column('bigint', { nullable: true })
  bytesTo: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  recordedAt: Date;
}
