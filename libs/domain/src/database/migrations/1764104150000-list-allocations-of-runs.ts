import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Gives the list of all runs the allocation of those over portfolios. It never changes: it is copied once, whoever lists the run. */
export class ListAllocationsOfRuns1764104150000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runs add column allocation text');
    await runner.query(`
      create function keep_allocation_of_run() returns trigger language plpgsql as $$
      begin
        if new.kind = 'portfolio' then
          select allocation into new.allocation from portfolio_runs where id = new.run_id;
        elsif new.kind in ('sweep', 'walk-forward') then
          select allocation into new.allocation from parameter_searches where id = new.run_id;
        end if;
        return new;
      end $$`);
    await runner.query(`
      create trigger runs_keep_allocation before insert on runs
      for each row execute function keep_allocation_of_run()`);
    await runner.query(`
      update runs set allocation = given.allocation from (
        select 'portfolio' as kind, id, allocation from portfolio_runs
        union all select replace(kind, '_', '-'), id, allocation from parameter_searches where allocation is not null) given
      where runs.kind = given.kind and runs.run_id = given.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger runs_keep_allocation on runs');
    await runner.query('drop function keep_allocation_of_run');
    await runner.query('alter table runs drop column allocation');
  }
}
