import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a feed was last fetched. */
@Entity('headline_feeds')
export class HeadlineFeed {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'headline_feeds_pkey' })
  url: string;

  /** When it was last requested. */
  @Column('timestamptz', { name: 'asked_at', nullable: true })
  requestedAt: Date | null;

  @Column('text', { nullable: true })
  etag: string | null;

  @Column('text', { nullable: true })
  lastModified: string | null;

  @Column('timestamptz', { nullable: true })
  succeededAt: Date | null;

  /** Failures since the last success. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column('text', { nullable: true })
  lastError: string | null;
}
