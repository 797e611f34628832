import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class KeepBasisOfRegimes1764101400100 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stored_regimes
        add column source_series_id integer, add column source_version bigint, add column calendar text,
        add column window_start timestamptz, add column window_end timestamptz,
        add column newest_open_time timestamptz, add column newest_candle text, add column next_open_time timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stored_regimes
        drop column source_series_id, drop column source_version, drop column calendar,
        drop column window_start, drop column window_end,
        drop column newest_open_time, drop column newest_candle, drop column next_open_time`);
  }
}
