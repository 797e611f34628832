import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class HoldOutliers1764100200000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table series add column held_candles integer not null default 0');
    await runner.query(
      `comment on column quarantined_candles.source is 'feed | backfill | post | bulk | import'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`comment on column quarantined_candles.source is 'feed | backfill'`);
    await runner.query('alter table series drop column held_candles');
  }
}
