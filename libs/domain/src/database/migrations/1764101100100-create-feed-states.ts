import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateFeedStates1764101100100 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    // Unlogged, as the lists of open streams are: renewed every few seconds, and worth nothing after a crash.
    await runner.query(`
      create unlogged table feed_states (
        exchange text not null,
        symbol text not null,
        interval text not null,
        state text not null,
        since timestamptz not null,
        last_message_at timestamptz,
        error text,
        renewed_at timestamptz not null,
        constraint feed_states_pkey primary key (exchange, symbol, interval)
      )`);
    await runner.query(`comment on column feed_states.state is 'live | reconnecting | stopped'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table feed_states');
  }
}
