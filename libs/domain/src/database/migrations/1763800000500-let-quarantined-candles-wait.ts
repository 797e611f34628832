import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Candles that wait for the next one, and the number of quarantined ones without a scan. */
export class LetQuarantinedCandlesWait1763800000500 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table quarantined_candles add column awaits_next_candle boolean not null default false',
    );
    await runner.query(`
      create trigger quarantined_candles_count_inserts after insert on quarantined_candles
      referencing new table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger quarantined_candles_count_deletes after delete on quarantined_candles
      referencing old table as changed for each statement execute function keep_record_count()`);
    await runner.query(`
      create trigger quarantined_candles_count_truncates after truncate on quarantined_candles
      for each statement execute function keep_record_count()`);
    await runner.query(`
      insert into record_counts (table_name, shard, count)
      select 'quarantined_candles', 0, count(*) from quarantined_candles having count(*) > 0
      on conflict (table_name, shard) do update set count = record_counts.count + excluded.count`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const event of ['inserts', 'deletes', 'truncates'])
      await runner.query(`drop trigger quarantined_candles_count_${event} on quarantined_candles`);
    await runner.query(`delete from record_counts where table_name = 'quarantined_candles'`);
    await runner.query('alter table quarantined_candles drop column awaits_next_candle');
  }
}
