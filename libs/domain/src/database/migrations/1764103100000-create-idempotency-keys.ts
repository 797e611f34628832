import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateIdempotencyKeys1764103100000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency_keys (
        subject text not null,
        key text not null,
        fingerprint text not null,
        answer json not null,
        created_at timestamptz not null default now(),
        constraint idempotency_keys_pkey primary key (subject, key)
      )`);
    await runner.query('create index idempotency_keys_created_at_idx on idempotency_keys (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotency_keys');
  }
}
