import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class VerifySearches1764101400000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table parameter_searches add column verified_search_id integer
        constraint parameter_searches_verified_search_id_fkey references parameter_searches on delete cascade`);
    await runner.query(`
      create unique index parameter_searches_verified_search_id_idx on parameter_searches (verified_search_id)
        where verified_search_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from parameter_searches where kind = 'verification'`);
    await runner.query('alter table parameter_searches drop column verified_search_id');
  }
}
