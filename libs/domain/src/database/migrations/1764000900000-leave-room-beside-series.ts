import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Every write of candles changes its series' row: with room on the row's page, no index has to follow. */
export class LeaveRoomBesideSeries1764000900000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table series set (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table series reset (fillfactor)');
  }
}
