import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Fill } from './fill.entity';

/** What was written to a journal entry by hand, kept while no round trip begins at its fill. */
export interface KeptNotes {
  readonly notes: string | null;
  readonly stop: string | null;
  readonly target: string | null;
  readonly tags: readonly string[];
  readonly ideaId: number | null;
  readonly backtestId: number | null;
  readonly createdAt: string;
}

/** The journal entry that a round trip has for good: it keeps its id when late fills dissolve it, and make it anew. */
@Entity('round_trip_entries')
export class RoundTripEntry {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'round_trip_entries_pkey' })
  firstFillId: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'round_trip_entries_pkey' })
  ordinal: number;

  @ManyToOne(() => Fill)
  @JoinColumn({ name: 'first_fill_id', foreignKeyConstraintName: 'round_trip_entries_first_fill_id_fkey' })
  firstFill?: Relation<Fill>;

  @Column('integer')
  entryId: number;

  /** A client deleted it: it is not made again. */
  @Column('boolean', { default: false })
  isDeleted: boolean;

  /** Null while the entry exists. */
  @Column('jsonb', { nullable: true })
  kept: KeptNotes | null;
}
