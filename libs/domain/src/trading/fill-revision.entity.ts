import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Fill } from './fill.entity';
import type { FillContent } from './fill-content';

/** Content of a fill that was replaced, or that came after content stated later. */
@Entity('fill_revisions')
@Index('fill_revisions_fill_id_idx', ['fillId'])
export class FillRevision {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'fill_revisions_pkey',
  })
  id: string;

  @Column('bigint')
  fillId: string;

  @ManyToOne(() => Fill)
  @JoinColumn({ name: 'fill_id', foreignKeyConstraintName: 'fill_revisions_fill_id_fkey' })
  fill?: Relation<Fill>;

  @Column('jsonb')
  content: FillContent;

  @Column('timestamptz', { nullable: true })
  statedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  replacedAt: Date;
}
