import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const ONE_RUN = 'constraint strategy_idea_evidence_one_run check';

/** A process of the version before does not list such links; it counts them. */
export class LinkPortfolioRunsToIdeas1764104140000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table strategy_idea_evidence
        add column portfolio_id integer constraint strategy_idea_evidence_portfolio_id_fkey
          references portfolio_runs on delete cascade,
        drop constraint strategy_idea_evidence_one_run,
        add ${ONE_RUN} (num_nonnulls(backtest_id, search_id, portfolio_id) = 1)`);
    await runner.query(
      `create unique index strategy_idea_evidence_portfolio_id_idea_id_idx
       on strategy_idea_evidence (portfolio_id, idea_id) where portfolio_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from strategy_idea_evidence where portfolio_id is not null');
    await runner.query(`
      alter table strategy_idea_evidence
        drop constraint strategy_idea_evidence_one_run,
        drop column portfolio_id,
        add ${ONE_RUN} (num_nonnulls(backtest_id, search_id) = 1)`);
  }
}
