import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A job that is to be added to its queue, written in the transaction of the row it works on and removed when the queue
 * has it.
 */
@Entity('job_outbox')
@Index('job_outbox_job_id_idx', ['jobId'])
export class JobOutboxEntry {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'job_outbox_pkey',
  })
  id: string;

  @Column('text')
  jobName: string;

  @Column('text')
  jobId: string;

  @Column('jsonb')
  payload: object;

  /** The relay leaves the entry alone until then. */
  @Column('timestamptz', { default: () => 'now()' })
  availableAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
