import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class KeepPositionsOfRelays1764103150000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table event_relay_positions (
        outlet text not null constraint event_relay_positions_pkey primary key,
        position bigint not null,
        updated_at timestamptz not null
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table event_relay_positions');
  }
}
