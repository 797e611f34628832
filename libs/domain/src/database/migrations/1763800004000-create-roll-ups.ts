import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateRollUps1763800004000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table roll_ups (
        series_id integer not null constraint roll_ups_pkey primary key,
        source_series_id integer not null,
        source_version bigint not null,
        rolled_to timestamptz,
        rolled_at timestamptz not null
      )`);
    await runner.query('create index roll_ups_source_series_id_idx on roll_ups (source_series_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table roll_ups');
  }
}
