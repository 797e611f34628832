import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A job that is to be added to its queue, written in the statement that lets it wait and removed when the queue has it. */
@Entity('job_outbox')
@Index('job_outbox_subject_idx', ['job', 'subject'])
export class JobOutboxEntry {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'job_outbox_pkey',
  })
  id: string;

  @Column('text')
  job: string;

  @Column('text')
  subject: string;

  @Column('integer')
  run: number;

  @Column('integer', { default: 0 })
  priority: number;

  /** The relay leaves the entry alone until then. */
  @Column('timestamptz', { default: () => 'now()' })
  availableAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** A job on its way to the queue; `id` is of the outbox. */
export type JobEntry = Readonly<Pick<JobOutboxEntry, 'id' | 'job' | 'subject' | 'run' | 'priority'>>;
