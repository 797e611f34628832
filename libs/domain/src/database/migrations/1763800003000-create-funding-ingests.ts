import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateFundingIngests1763800003000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table funding_ingests (
        exchange text not null,
        symbol text not null,
        asked_hour timestamptz,
        attempts integer not null default 0,
        last_error text,
        not_before timestamptz,
        run_token uuid,
        heartbeat_at timestamptz,
        succeeded_at timestamptz,
        constraint funding_ingests_pkey primary key (exchange, symbol)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table funding_ingests');
  }
}
