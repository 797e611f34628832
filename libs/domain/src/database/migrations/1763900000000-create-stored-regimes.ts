import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateStoredRegimes1763900000000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table stored_regimes (
        exchange text not null,
        symbol text not null,
        interval text not null,
        regime text not null,
        state_history jsonb not null,
        confidence double precision not null,
        details jsonb not null,
        computed_at timestamptz not null,
        constraint stored_regimes_pkey primary key (exchange, symbol, interval)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table stored_regimes');
  }
}
