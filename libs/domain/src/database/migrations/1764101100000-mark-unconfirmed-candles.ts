import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class MarkUnconfirmedCandles1764101100000 implements DeclaredMigration {
  /** It takes a null for a false, as its own open candles: closed two minutes after their time. */
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table candlesticks alter column is_closed drop not null');
    // A false from before may be a client's: it goes on counting by the clock. Found by the index, so that the table is read once.
    await runner.query(
      'create index candlesticks_unconfirmed_idx on candlesticks (series_id, open_time) where not is_closed',
    );
    await runner.query('update candlesticks set is_closed = null where not is_closed');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index candlesticks_unconfirmed_idx');
    await runner.query('update candlesticks set is_closed = false where is_closed is null');
    await runner.query('alter table candlesticks alter column is_closed set not null');
  }
}
