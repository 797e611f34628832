import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** An event that is recorded has no position yet: the statement that records it need not enter it there. */
export class IndexNumberedEventsAlone1764104240000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table events drop constraint events_position_key');
    await runner.query(
      'create unique index events_position_key on events (position) where position is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index events_position_key');
    await runner.query('alter table events add constraint events_position_key unique (position)');
  }
}
