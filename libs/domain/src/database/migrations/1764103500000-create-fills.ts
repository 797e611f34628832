import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

export class CreateFills1764103500000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table positions (
        id integer generated always as identity constraint positions_pkey primary key,
        account text not null,
        exchange text not null,
        symbol text not null,
        side text not null,
        matching text not null,
        quantity numeric not null default 0,
        average_price numeric,
        last_fill_at timestamptz,
        reported_quantity numeric,
        reported_average_price numeric,
        reported_at timestamptz,
        constraint positions_account_exchange_symbol_side_key unique (account, exchange, symbol, side)
      )`);
    await runner.query(`
      create table fills (
        id bigint generated always as identity constraint fills_pkey primary key,
        position_id integer not null,
        account text not null,
        exchange text not null,
        fill_id text not null,
        side text not null,
        price numeric not null,
        quantity numeric not null,
        fee numeric not null default 0,
        fee_currency text,
        fee_rate numeric,
        liquidity text,
        time timestamptz not null,
        sequence bigint not null default 0,
        multiplier numeric not null default 1,
        lot_size numeric not null default 0,
        order_id text,
        strategy text,
        tags text[] not null default '{}',
        stated_at timestamptz,
        received_at timestamptz not null default now(),
        constraint fills_account_exchange_fill_id_key unique (account, exchange, fill_id),
        constraint fills_position_id_fkey foreign key (position_id) references positions
      )`);
    await runner.query(
      'create index fills_position_id_time_sequence_idx on fills (position_id, time, sequence)',
    );
    await runner.query(`
      create table fill_revisions (
        id bigint generated always as identity constraint fill_revisions_pkey primary key,
        fill_id bigint not null,
        content jsonb not null,
        stated_at timestamptz,
        replaced_at timestamptz not null default now(),
        constraint fill_revisions_fill_id_fkey foreign key (fill_id) references fills
      )`);
    await runner.query('create index fill_revisions_fill_id_idx on fill_revisions (fill_id)');
    await this.extendJournal(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table trade_journal_entries drop column source, drop column position_id, drop column first_fill_id,
        drop column ordinal, drop column period_fill_id, drop column period_quantity, drop column account,
        drop column exchange, drop column quantity, drop column entry_time, drop column exit_time,
        drop column currency, drop column multiplier, drop column entry_value, drop column fees, drop column fees_apart,
        drop column funding, drop column gross_pnl, drop column net_pnl, drop column trade_return,
        drop column r_multiple, drop column stop, drop column target, drop column tags, drop column idea_id,
        drop column backtest_id`);
    await runner.query('drop index trade_journal_entries_symbol_id_idx');
    await runner.query('drop table round_trip_entries, fill_revisions, fills, positions');
  }

  private async extendJournal(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table trade_journal_entries
        add column source text not null default 'manual',
        add column position_id integer,
        add column first_fill_id bigint,
        add column ordinal integer,
        add column period_fill_id bigint,
        add column period_quantity numeric,
        add column account text,
        add column exchange text,
        add column quantity numeric,
        add column entry_time timestamptz,
        add column exit_time timestamptz,
        add column currency text,
        add column multiplier numeric,
        add column entry_value numeric,
        add column fees numeric,
        add column fees_apart jsonb not null default '[]',
        add column funding numeric,
        add column gross_pnl numeric,
        add column net_pnl numeric,
        add column trade_return double precision,
        add column r_multiple double precision,
        add column stop numeric,
        add column target numeric,
        add column tags text[] not null default '{}',
        add column idea_id integer,
        add column backtest_id integer,
        add constraint trade_journal_entries_position_id_fkey foreign key (position_id) references positions,
        add constraint trade_journal_entries_idea_id_fkey
          foreign key (idea_id) references strategy_ideas on delete set null,
        add constraint trade_journal_entries_backtest_id_fkey
          foreign key (backtest_id) references backtests on delete set null`);
    await runner.query(
      `create unique index trade_journal_entries_first_fill_id_ordinal_idx
       on trade_journal_entries (first_fill_id, ordinal) where first_fill_id is not null`,
    );
    await runner.query(
      `create index trade_journal_entries_position_id_entry_time_idx
       on trade_journal_entries (position_id, entry_time) where position_id is not null`,
    );
    await runner.query(
      `create index trade_journal_entries_idea_id_idx on trade_journal_entries (idea_id) where idea_id is not null`,
    );
    await runner.query(
      `create index trade_journal_entries_backtest_id_idx
       on trade_journal_entries (backtest_id) where backtest_id is not null`,
    );
    await runner.query(
      'create index trade_journal_entries_symbol_id_idx on trade_journal_entries (symbol, id)',
    );
    await runner.query(`
      create table round_trip_entries (
        first_fill_id bigint not null,
        ordinal integer not null,
        entry_id integer not null,
        is_deleted boolean not null default false,
        kept jsonb,
        constraint round_trip_entries_pkey primary key (first_fill_id, ordinal),
        constraint round_trip_entries_first_fill_id_fkey foreign key (first_fill_id) references fills
      )`);
  }
}
