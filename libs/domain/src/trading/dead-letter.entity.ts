import type { FieldProblem } from '#engine/market/validate-candle';
import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { FillOutcome } from './stated-fills';
import type { TradingKind } from './trading-delivery';

export const DEAD_LETTER_STATUSES = ['waiting', 'replayed', 'discarded'] as const;

export type DeadLetterStatus = (typeof DEAD_LETTER_STATUSES)[number];

/** A message of the broker that could not be ingested, as it came. A stream that is made again begins anew with its numbers: they differ by the time. */
@Entity('dead_letters')
@Unique('dead_letters_stream_sequence_sent_at_key', ['stream', 'sequence', 'sentAt'])
@Index('dead_letters_status_kind_idx', ['status', 'kind'])
export class DeadLetter {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'dead_letters_pkey',
  })
  id: number;

  @Column('text')
  kind: TradingKind;

  @Column('text')
  subject: string;

  @Column('text')
  stream: string;

  /** Number of the message in its stream. */
  @Column('bigint')
  sequence: string;

  /** When the stream stored the message. */
  @Column('timestamptz')
  sentAt: Date;

  /** How often it had been delivered when it was given up. */
  @Column('integer')
  deliveries: number;

  @Column('bytea')
  content: Buffer;

  /** All values of each header. */
  @Column('jsonb', { default: {} })
  headers: Readonly<Record<string, readonly string[]>>;

  /** What is wrong with it, by the last try. */
  @Column('jsonb')
  reason: readonly FieldProblem[];

  @Column('text', { default: 'waiting' })
  status: DeadLetterStatus;

  /** Of its replay; null before. */
  @Column('text', { nullable: true })
  outcome: FillOutcome | null;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;

  /** When it was replayed or discarded. */
  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;
}
