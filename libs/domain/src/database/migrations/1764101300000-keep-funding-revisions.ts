import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Compared as numbers, unlike candles: a source that writes 0.0001 as 0.00010000, or stamps otherwise, corrects nothing. */
export class KeepFundingRevisions1764101300000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table funding_rate_revisions (
        id bigint generated always as identity constraint funding_rate_revisions_pkey primary key,
        exchange text not null,
        symbol text not null,
        funding_time timestamptz not null,
        funding_rate numeric not null,
        mark_price numeric,
        replaced_at timestamptz not null
      )`);
    await runner.query(`
      create index funding_rate_revisions_payment_idx
        on funding_rate_revisions (exchange, symbol, funding_time)`);
    await runner.query(`
      create function keep_funding_revision() returns trigger language plpgsql as $$
      begin
        insert into funding_rate_revisions (exchange, symbol, funding_time, funding_rate, mark_price, replaced_at)
        values (old.exchange, old.symbol, old.funding_time, old.funding_rate, old.mark_price, clock_timestamp());
        return null;
      end $$`);
    await runner.query(`
      create trigger funding_rates_keep_revision after update on funding_rates for each row
      when ((old.funding_rate, old.mark_price) is distinct from (new.funding_rate, new.mark_price))
      execute function keep_funding_revision()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger funding_rates_keep_revision on funding_rates');
    await runner.query('drop function keep_funding_revision');
    await runner.query('drop table funding_rate_revisions');
  }
}
