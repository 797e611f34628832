import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/**
 * Gaps say when their source first had nothing for them: certain is what it still does not have an hour later. Until now a
 * repair sent both requests within seconds, so its labels count as one attempt; the next repair makes the second one. Those
 * of share prices stay: every ingest requests them again.
 */
export class WeighAttemptsOfGaps1764101300100 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table confirmed_gaps add column first_empty_at timestamptz not null default now()',
    );
    await runner.query(`
      update confirmed_gaps set first_empty_at = asked_at,
        attempts = case when series.exchange = 'us' then attempts else 1 end
      from series where series.id = series_id`);
    await runner.query(`
      update series_quality set no_trades = 0
      from series where series.id = series_id and no_trades > 0 and series.exchange <> 'us'`);
    await runner.query(`
      alter table gap_repairs add column recheck boolean not null default false,
        add column quarantined integer not null default 0, add column empty_once integer not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table gap_repairs drop column empty_once, drop column quarantined, drop column recheck',
    );
    await runner.query('alter table confirmed_gaps drop column first_empty_at');
  }
}
