import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../postgres/pool';
import { withConnection } from '../postgres/with-connection';
import { filteredEntries, type JournalFilter } from './journal-filter';

/** By what the trades of statistics are grouped. */
export const TRADE_GROUPINGS = [
  'symbol',
  'account',
  'tag',
  'idea',
  'side',
  'weekday',
  'hour',
  'month',
] as const;

export type TradeGrouping = (typeof TRADE_GROUPINGS)[number];

const ofExit = (form: string) => `rtrim(to_char(entry.exit_time at time zone 'UTC', '${form}'))`;

/** SQL over `entry`; each text once for every group that a trade belongs to. */
const KEYS: Readonly<Record<TradeGrouping, string>> = {
  symbol: 'entry.symbol',
  account: 'entry.account',
  tag: 'tag',
  idea: 'entry.idea_id::text',
  side: 'entry.side',
  weekday: ofExit('day'),
  hour: ofExit('HH24'),
  month: ofExit('YYYY-MM'),
};

/** Trades of a group in one currency, in the order of their exits. */
export interface TradesOfGroup {
  /** Null: of all trades, or of those that have no such thing. */
  readonly key: string | null;
  /** Null: the symbol does not name one. Then the trades are those of one symbol, whose amounts can be added. */
  readonly currency: string | null;
  readonly symbol: string | null;
  /** Parts of a JSON array, without its brackets: of each trade an array in the order of FIGURES. */
  readonly parts: readonly string[];
}

export interface TradesToJudge {
  readonly groups: readonly TradesOfGroup[];
  /** In all groups; one that is in several counts for each. */
  readonly trades: number;
  /** Without an exit price. */
  readonly open: number;
  /** Closed, without a result. */
  readonly withoutResult: number;
  /** Closed, with a result that lacks fees of which no price is stored. */
  readonly withFeesApart: number;
}

/** What is in no group, or there without its fees. */
type Left = Pick<TradesToJudge, 'open' | 'withoutResult' | 'withFeesApart'>;

/** More trades than fit into memory beside everything else. */
export class TooManyTrades extends Error {
  constructor(readonly limit: number) {
    super(`more than ${limit} trades`);
    this.name = 'TooManyTrades';
  }
}

/** A trade with five tags counts five times, grouped by tag. */
const MOST_TRADES = 1_000_000;
const TRADES_IN_A_PART = 2_000;
const PARTS_AT_ONCE = 4;

const MILLISECONDS = (time: string) => `floor(extract(epoch from ${time}) * 1000)::bigint`;

/** Of a trade: net P&L, gross P&L, fees, funding (decimal text), R multiple, return, entry and exit in milliseconds. */
const FIGURES = `json_build_array(entry.net_pnl::text, entry.gross_pnl::text, coalesce(entry.fees, 0)::text,
  entry.funding::text, entry.r_multiple, entry.trade_return,
  ${MILLISECONDS('entry.entry_time')}, ${MILLISECONDS('entry.exit_time')})::text`;

/** A part of a group's trades. */
interface Part extends Omit<TradesOfGroup, 'parts'> {
  readonly trades: string;
  readonly count: number;
}

/**
 * Reads closed trades for statistics, as texts that the database builds: parsed here, a hundred thousand rows would block the event
 * loop for most of a second.
 */
@Injectable()
export class TradeStatisticsReader {
  constructor(private readonly dataSource: DataSource) {}

  /** Throws TooManyTrades. */
  async read(filter: JournalFilter, grouping: TradeGrouping | undefined): Promise<TradesToJudge> {
    const [left, leftValues] = filteredEntries(this.dataSource.manager, filter)
      .select('(count(*) filter (where entry.exitPrice is null))::int', 'open')
      .addSelect(
        '(count(*) filter (where entry.exitPrice is not null and entry.netPnl is null))::int',
        'withoutResult',
      )
      .addSelect(
        `(count(*) filter (where entry.netPnl is not null and entry.feesApart <> '[]'))::int`,
        'withFeesApart',
      )
      .getQueryAndParameters();
    const [trades, values] = filteredEntries(this.dataSource.manager, filter)
      .andWhere('entry.exitPrice is not null')
      .andWhere('entry.netPnl is not null')
      .select('*')
      .getQueryAndParameters();
    return withConnection(poolOf(this.dataSource), async (client) => {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<Left>(left, leftValues);
      await client.query(`declare trades no scroll cursor for ${partsOf(trades, grouping)}`, values);
      const groups = new Map<string, TradesOfGroup & { readonly parts: string[] }>();
      let total = 0;
      for (;;) {
        const { rows: parts } = await client.query<Part>(`fetch ${PARTS_AT_ONCE} from trades`);
        for (const { trades, count, ...group } of parts) {
          const name = JSON.stringify([group.key, group.currency, group.symbol]);
          const known = groups.get(name);
          if (known) known.parts.push(trades);
          else groups.set(name, { ...group, parts: [trades] });
          total += count;
        }
        if (total > MOST_TRADES) throw new TooManyTrades(MOST_TRADES);
        if (parts.length < PARTS_AT_ONCE) break;
      }
      await client.query('commit');
      return { groups: [...groups.values()], trades: total, ...rows[0] };
    });
  }
}

function partsOf(trades: string, grouping: TradeGrouping | undefined): string {
  const key = grouping === undefined ? 'null' : KEYS[grouping];
  const tags = grouping === 'tag' ? 'left join lateral unnest(entry.tags) as tag on true' : '';
  const group = 'key, currency, symbol';
  return `
    with keyed as (
      select ${key}::text as key, entry.currency, case when entry.currency is null then entry.symbol end as symbol,
        coalesce(entry.exit_time, entry.created_at) as exited_at, entry.id, ${FIGURES} as figures
      from (${trades}) entry ${tags}
    ), numbered as (
      select *, (row_number() over (partition by ${group} order by exited_at, id) - 1) / ${TRADES_IN_A_PART} as part
      from keyed
    )
    select ${group}, count(*)::int as count, string_agg(figures, ',' order by exited_at, id) as trades
    from numbered group by ${group}, part order by ${group}, part`;
}
