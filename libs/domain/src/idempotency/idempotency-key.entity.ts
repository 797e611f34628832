import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request that was sent with an Idempotency-Key and had its effect, with its first answer. */
@Entity('idempotency_keys')
@Index('idempotency_keys_created_at_idx', ['createdAt'])
export class IdempotencyKeyRow {
  /** Whose key it is; each subject has keys of its own. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  subject: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key: string;

  /** Of operation and body: another request with this key has another one. */
  @Column('text')
  fingerprint: string;

  /** The body of the answer. */
  @Column('json')
  answer: object;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
