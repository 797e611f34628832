import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const COMPUTED = ['series_quality', 'feature_sets', 'roll_ups'] as const;

/**
 * What is computed by a calendar says by which, so that it is computed again when its series has another. All series get the
 * default calendar of their exchange, which until now knew five names in lower case.
 */
export class SetCalendars1764100100000 implements DeclaredMigration {
  readonly olderCode = { mustStopBecause: 'it takes 24x5 for the sessions of the NYSE' };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`comment on column series.calendar is '24x7 | 24x5 | XNYS'`);
    for (const table of COMPUTED) {
      const key = table === 'series_quality' ? 'series_id' : 'source_series_id';
      await runner.query(`alter table ${table} add column calendar text`);
      await runner.query(
        `update ${table} set calendar = series.calendar from series where series.id = ${table}.${key}`,
      );
    }
    // Series lock in ascending id, as writes of candles do.
    await runner.query('select from series order by id for no key update');
    await runner.query(`
      with changed as (
        update series set calendar = by_exchange.calendar
        from (select id, case
            when lower(exchange) in ('us', 'nyse', 'nasdaq', 'arca', 'iex', 'bats', 'amex') then 'XNYS'
            when lower(exchange) in ('fx', 'forex', 'oanda', 'fxcm', 'dukascopy') then '24x5'
            else '24x7' end as calendar
          from series) by_exchange
        where by_exchange.id = series.id and by_exchange.calendar <> series.calendar
        returning series.id
      )
      delete from confirmed_gaps where series_id in (select id from changed)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of COMPUTED) await runner.query(`alter table ${table} drop column calendar`);
    await runner.query(
      `update series set calendar = case when exchange in ('us', 'nyse', 'nasdaq', 'arca', 'iex') then 'XNYS' else '24x7' end`,
    );
    await runner.query(`comment on column series.calendar is '24x7 | XNYS'`);
  }
}
