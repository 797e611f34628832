import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateStrategyIdeaEvidence1764103510000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table strategy_idea_evidence (
        id integer generated always as identity constraint strategy_idea_evidence_pkey primary key,
        idea_id integer not null,
        backtest_id integer,
        search_id integer,
        note text,
        linked_at timestamptz not null default now(),
        constraint strategy_idea_evidence_one_run check (num_nonnulls(backtest_id, search_id) = 1),
        constraint strategy_idea_evidence_idea_id_fkey
          foreign key (idea_id) references strategy_ideas on delete cascade,
        constraint strategy_idea_evidence_backtest_id_fkey
          foreign key (backtest_id) references backtests on delete cascade,
        constraint strategy_idea_evidence_search_id_fkey
          foreign key (search_id) references parameter_searches on delete cascade
      )`);
    await runner.query(
      'create index strategy_idea_evidence_idea_id_id_idx on strategy_idea_evidence (idea_id, id)',
    );
    // The run first: its deletion looks for its links.
    for (const run of ['backtest_id', 'search_id']) {
      await runner.query(
        `create unique index strategy_idea_evidence_${run}_idea_id_idx
         on strategy_idea_evidence (${run}, idea_id) where ${run} is not null`,
      );
    }
    await runner.query('create index strategy_ideas_status_id_idx on strategy_ideas (status, id)');
    await runner.query('create index strategy_ideas_asset_class_id_idx on strategy_ideas (asset_class, id)');
    await this.keepFiguresOfSearches(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger parameter_searches_keep_figures on parameter_searches');
    await runner.query('drop function keep_search_figures');
    await runner.query('alter table parameter_searches drop column figures');
    await runner.query('drop index strategy_ideas_status_id_idx, strategy_ideas_asset_class_id_idx');
    await runner.query('drop table strategy_idea_evidence');
  }

  /** By a trigger: workers of the version before store results without them. */
  private async keepFiguresOfSearches(runner: QueryRunner): Promise<void> {
    await runner.query('alter table parameter_searches add column figures jsonb');
    await runner.query(`
      create function keep_search_figures() returns trigger language plpgsql as $$
      declare
        best jsonb;
      begin
        if new.result is null or new.kind not in ('walk_forward', 'sweep') then
          new.figures := null;
        elsif new.kind = 'walk_forward' then
          new.figures := jsonb_build_object(
            'sharpeRatio', new.result #> '{summary,outOfSampleSharpe}',
            'totalReturn', new.result #> '{summary,outOfSampleReturn}',
            'maxDrawdown', new.result #> '{summary,outOfSampleMaxDrawdown}',
            'trades', (select sum((test #>> '{outOfSample,trades}')::integer)
                       from jsonb_array_elements(new.result -> 'windows') test),
            'deflatedSharpeRatio', new.result #> '{summary,deflatedSharpeRatio}',
            'verdictLevel', new.result #> '{verdict,level}');
        else
          best := new.result -> 'rows' -> (new.result ->> 'best')::integer;
          new.figures := jsonb_build_object(
            'sharpeRatio', best -> 'sharpeRatio',
            'totalReturn', best -> 'totalReturn',
            'maxDrawdown', best -> 'maxDrawdown',
            'trades', best -> 'trades',
            'deflatedSharpeRatio', new.result #> '{significance,deflatedSharpeRatio}',
            'verdictLevel', new.result #> '{verdict,level}');
        end if;
        return new;
      end $$`);
    await runner.query(`
      create trigger parameter_searches_keep_figures before insert or update of result on parameter_searches
      for each row execute function keep_search_figures()`);
    await runner.query('update parameter_searches set result = result where result is not null');
  }
}
