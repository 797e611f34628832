import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A headline as it came in; nothing but the list of its symbols ever changes. */
@Entity('headlines')
@Index('headlines_fingerprint_key', ['fingerprint'], { unique: true })
@Index('headlines_published_at_idx', ['publishedAt', 'id'])
export class StoredHeadline {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'headlines_pkey',
  })
  id: number;

  /** Says that two are the same: of the link, else of source, title and time. */
  @Column('text')
  fingerprint: string;

  /** Who published it: the host of a feed, or what the client said. */
  @Column('text')
  source: string;

  @Column('text', { nullable: true })
  link: string | null;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  summary: string | null;

  @Column('timestamptz')
  publishedAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  fetchedAt: Date;

  /** Symbols that the client named or whose feeds published it; others are found by the words of the headline. */
  @Column('text', { array: true, default: '{}' })
  symbols: string[];
}
