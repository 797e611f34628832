import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/**
 * No candle without its series. A foreign key would look at the series once for each candle of a bulk load; instead a series
 * takes what is stored of it along, and a write that finds its series deleted at its end fails as a whole.
 */
export class DeleteCandlesWithTheirSeries1764100600000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function delete_with_series() returns trigger language plpgsql as $$
      begin
        delete from candlesticks where series_id = old.id;
        delete from candlestick_revisions where series_id = old.id;
        delete from late_writes where series_id = old.id;
        delete from confirmed_gaps where series_id = old.id;
        delete from series_quality where series_id = old.id;
        delete from roll_ups where series_id = old.id or source_series_id = old.id;
        delete from feature_sets where (exchange, symbol, interval) = (old.exchange, old.symbol, old.interval);
        return null;
      end $$`);
    await runner.query(`
      create trigger series_delete_with_series after delete on series for each row execute function delete_with_series()`);
    await runner.query(`
      create function refuse_removed_series() returns boolean language plpgsql as $$
      begin
        raise exception 'a series was removed while candles were written to it' using errcode = 'CS001';
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function refuse_removed_series');
    await runner.query('drop trigger series_delete_with_series on series');
    await runner.query('drop function delete_with_series');
  }
}
