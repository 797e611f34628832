import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { UniverseMember } from './universe-member';

/** A named list of series that portfolios are made of. Runs copy its members when they are submitted. */
@Entity('universes')
@Unique('universes_name_key', ['name'])
export class Universe {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'universes_pkey',
  })
  id: number;

  @Column('text')
  name: string;

  /** In the order of the request, by which ties are broken. */
  @Column('jsonb')
  members: readonly UniverseMember[];

  /** What a list shows of the members. */
  @Column('integer')
  memberCount: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** When the members became what they are. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
