import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Runs of before have none: they are null, and nothing is computed again. */
export class KeepCurvesAndExcursions1764103532000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table backtest_equity add column benchmark bytea, add column position bytea');
    await runner.query(
      'alter table backtest_trades add column mae double precision, add column mfe double precision',
    );
    await runner.query(`
      create table walk_forward_curves (
        search_id integer not null constraint walk_forward_curves_pkey primary key,
        open_times bytea not null,
        equity bytea not null,
        metrics jsonb not null,
        constraint walk_forward_curves_search_id_fkey
          foreign key (search_id) references parameter_searches on delete cascade
      )`);
    await runner.query(`
      create table walk_forward_trades (
        search_id integer not null,
        position integer not null,
        window_index integer not null,
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
        constraint walk_forward_trades_pkey primary key (search_id, position),
        constraint walk_forward_trades_search_id_fkey
          foreign key (search_id) references parameter_searches on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table walk_forward_trades, walk_forward_curves');
    await runner.query('alter table backtest_trades drop column mae, drop column mfe');
    await runner.query('alter table backtest_equity drop column benchmark, drop column position');
  }
}
