import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Data of a client's own by its name; what is in it are its versions. */
@Entity('datasets')
@Unique('datasets_name_key', ['name'])
export class Dataset {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'datasets_pkey',
  })
  id: number;

  @Column('text')
  name: string;

  /** The number of its newest version, which a run has that names none. */
  @Column('integer')
  version: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** When the newest version was stored. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
