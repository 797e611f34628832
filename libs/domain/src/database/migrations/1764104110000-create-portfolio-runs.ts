import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

const OF_RUN = (table: string) =>
  `constraint ${table}_portfolio_id_fkey foreign key (portfolio_id) references portfolio_runs on delete cascade`;

const COUNT_EVENTS = {
  inserts: 'after insert on portfolio_runs referencing new table as changed for each statement',
  deletes: 'after delete on portfolio_runs referencing old table as changed for each statement',
  truncates: 'after truncate on portfolio_runs for each statement',
};

export class CreatePortfolioRuns1764104110000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table portfolio_runs (
        id integer generated always as identity constraint portfolio_runs_pkey primary key,
        strategy_name text not null,
        symbol text not null,
        interval text not null,
        exchange text,
        start_date date not null,
        end_date date not null,
        status text not null default 'pending',
        failure_reason text,
        started_at timestamptz,
        finished_at timestamptz,
        created_at timestamptz not null default now(),
        allocation text not null,
        universe_name text,
        members jsonb not null,
        member_count integer not null,
        settings jsonb not null,
        execution jsonb not null default '{}',
        benchmark jsonb,
        parameters jsonb not null default '{}',
        sharpe_ratio double precision,
        max_drawdown double precision,
        total_return double precision
      )`);
    for (const [event, when] of Object.entries(COUNT_EVENTS)) {
      await runner.query(
        `create trigger portfolio_runs_count_${event} ${when} execute function keep_record_count()`,
      );
    }
    await this.createResults(runner);
    await runner.query(`
      create table portfolio_verifications (
        portfolio_id integer not null constraint portfolio_verifications_pkey primary key,
        status text not null default 'pending',
        outcome jsonb,
        ${OF_RUN('portfolio_verifications')}
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table portfolio_verifications, portfolio_trades, portfolio_rebalancings, portfolio_equity, portfolio_reports, portfolio_runs',
    );
    await runner.query(`delete from record_counts where table_name = 'portfolio_runs'`);
  }

  private async createResults(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table portfolio_reports (
        portfolio_id integer not null constraint portfolio_reports_pkey primary key,
        report jsonb not null,
        ${OF_RUN('portfolio_reports')}
      )`);
    await runner.query(`
      create table portfolio_equity (
        portfolio_id integer not null constraint portfolio_equity_pkey primary key,
        open_times bytea not null,
        equity bytea not null,
        cash bytea not null,
        benchmark bytea not null,
        ${OF_RUN('portfolio_equity')}
      )`);
    await runner.query(`
      create table portfolio_rebalancings (
        portfolio_id integer not null,
        position integer not null,
        decided_at timestamptz not null,
        filled_at timestamptz not null,
        held integer not null,
        turnover double precision not null,
        cost double precision not null,
        target bytea not null,
        drifted bytea not null,
        reached bytea not null,
        constraint portfolio_rebalancings_pkey primary key (portfolio_id, position),
        ${OF_RUN('portfolio_rebalancings')}
      )`);
    await runner.query(`
      create table portfolio_trades (
        portfolio_id integer not null,
        position integer not null,
        member integer not null,
        entry_time timestamptz not null,
        exit_time timestamptz not null,
        side text not null,
        quantity text not null,
        entry_price text not null,
        exit_price text not null,
        fees text not null,
        funding text not null,
        pnl text not null,
        return double precision not null,
        exit_reason text not null,
        mae double precision,
        mfe double precision,
        constraint portfolio_trades_pkey primary key (portfolio_id, position),
        ${OF_RUN('portfolio_trades')}
      )`);
  }
}
