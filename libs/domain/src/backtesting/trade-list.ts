import type { DataSource } from 'typeorm';
import { poolOf } from '../postgres/pool';
import type { StoredTrade } from './backtest-trade.entity';

/** Figures that trades are sorted by and narrowed to, as columns; `duration` is in seconds. */
const MEASURES = {
  pnl: 'pnl::numeric',
  return: 'return',
  mae: 'mae',
  mfe: 'mfe',
  duration: 'extract(epoch from exit_time - entry_time)',
  fees: 'fees::numeric',
  quantity: 'quantity::numeric',
} as const;

/** Stored as doubles; the others are exact. */
const FRACTIONS: ReadonlySet<string> = new Set(['return', 'mae', 'mfe']);

export type TradeMeasure = keyof typeof MEASURES;

export const TRADE_MEASURES = Object.keys(MEASURES) as readonly TradeMeasure[];

export type TradeSort = TradeMeasure | 'entry_time' | 'exit_time';

export const TRADE_SORTS: readonly TradeSort[] = ['entry_time', 'exit_time', ...TRADE_MEASURES];

type TradeBounds = Readonly<Partial<Record<TradeMeasure, number>>>;

/** What a list of trades is narrowed to; nothing where a field is left out. */
interface TradeFilter {
  readonly side?: string;
  readonly exitReason?: string;
  readonly entryTag?: string;
  readonly exitTag?: string;
  /** Of portfolios: indices of members. */
  readonly members?: readonly number[];
  /** Of the entry, both inclusive. */
  readonly start?: Date;
  readonly end?: Date;
  readonly atLeast?: TradeBounds;
  readonly atMost?: TradeBounds;
}

interface TradeOrder {
  readonly by: TradeSort;
  readonly ascending: boolean;
}

export interface TradePage {
  readonly offset: number;
  /** null: all. */
  readonly limit: number | null;
}

/** A trade with its ordinal among those of its run: 1 is the first by entry. */
export type NumberedTrade = StoredTrade & { readonly number: number };

/** A trade of a walk-forward run; of a portfolio's with the index of its member. */
export type TestTrade = NumberedTrade & { readonly windowIndex: number; readonly member: number | null };

/** A trade of a portfolio, and the index of its member. */
export type MemberTrade = NumberedTrade & { readonly member: number };

/** The trades of a run lie in a table, under a column with the run's id. */
interface TradeTable {
  readonly table: 'backtest_trades' | 'walk_forward_trades' | 'portfolio_trades';
  readonly key: 'backtest_id' | 'search_id' | 'portfolio_id';
}

const BACKTEST_TRADES: TradeTable = { table: 'backtest_trades', key: 'backtest_id' };
const WALK_FORWARD_TRADES: TradeTable = { table: 'walk_forward_trades', key: 'search_id' };
const PORTFOLIO_TRADES: TradeTable = { table: 'portfolio_trades', key: 'portfolio_id' };

const COLUMNS = `entry_time as "entryTime", exit_time as "exitTime", side, quantity, entry_price as "entryPrice",
  exit_price as "exitPrice", fees, funding, pnl, return, exit_reason as "exitReason",
  entry_tag as "entryTag", exit_tag as "exitTag", legs, mae, mfe`;

export interface TradeListRequest {
  readonly filter: TradeFilter;
  readonly order: TradeOrder;
  readonly page: TradePage;
}

interface FoundTrades<Trade> {
  readonly items: Trade[];
  readonly total: number;
  /** Whether any trade of the run, found or not, has tags or legs. */
  readonly hasTags: boolean;
}

export function listBacktestTrades(
  dataSource: DataSource,
  id: number,
  request: TradeListRequest,
): Promise<FoundTrades<NumberedTrade>> {
  return listTrades(dataSource, { ...BACKTEST_TRADES, columns: COLUMNS }, id, request);
}

export async function listWalkForwardTrades(
  dataSource: DataSource,
  id: number,
  request: TradeListRequest,
): Promise<FoundTrades<TestTrade>> {
  const columns = `${COLUMNS}, window_index as "windowIndex", member`;
  const found = await listTrades(dataSource, { ...WALK_FORWARD_TRADES, columns }, id, request);
  return { ...found, items: found.items as TestTrade[] };
}

export async function listPortfolioTrades(
  dataSource: DataSource,
  id: number,
  request: TradeListRequest,
): Promise<FoundTrades<MemberTrade>> {
  const found = await listTrades(
    dataSource,
    { ...PORTFOLIO_TRADES, columns: `${COLUMNS}, member` },
    id,
    request,
  );
  return { ...found, items: found.items as MemberTrade[] };
}

/** By the order, trades without the figure last, ties by number. The rest of a trade is read of the page alone. */
async function listTrades(
  dataSource: DataSource,
  { table, key, columns }: TradeTable & { readonly columns: string },
  id: number,
  { filter, order, page }: TradeListRequest,
): Promise<FoundTrades<NumberedTrade>> {
  const { conditions, values } = conditionsOf(filter, [id, page.limit, page.offset]);
  const sorted = `figure ${order.ascending ? 'asc' : 'desc'} nulls last, number`;
  const { rows } = await poolOf(dataSource).query<
    StoredTrade & { number: number | null; total: number; hasTags: boolean }
  >(
    `with matching as materialized (
       select position, number, ${figureOf(order.by)} as figure from (
         select *, row_number() over (order by entry_time, position)::integer as number from ${table} where ${key} = $1
       ) numbered
       where ${conditions.join(' and ')}
     ), page as (
       select * from matching order by ${sorted} limit $2 offset $3
     )
     select total, "hasTags", number, ${columns}
     from (
       select count(*)::integer as total, exists (
         select from ${table} where ${key} = $1 and num_nonnulls(entry_tag, exit_tag, legs) > 0
       ) as "hasTags" from matching
     ) counted
     left join (page join (select * from ${table} where ${key} = $1) trade using (position)) on true
     order by ${sorted}`,
    values,
  );
  return { total: rows[0].total, hasTags: rows[0].hasTags, items: rows.filter(isFound) };
}

/** Where the page is empty, one row holds the total alone. */
function isFound<Row extends { number: number | null }>(row: Row): row is Row & { number: number } {
  return row.number !== null;
}

/** As a double: 100,000 sort twice as fast by doubles as by exact decimals. */
function figureOf(sort: TradeSort): string {
  return sort === 'entry_time' || sort === 'exit_time' ? sort : `(${MEASURES[sort]})::float8`;
}

/** The parameters of the conditions come after those that are given. */
function conditionsOf(
  { side, exitReason, entryTag, exitTag, members, start, end, atLeast = {}, atMost = {} }: TradeFilter,
  given: unknown[],
) {
  const values = [...given];
  const conditions = ['true'];
  const add = (sql: string, value: unknown, type: string) => {
    if (value !== undefined) conditions.push(`${sql} $${values.push(value)}::${type}`);
  };
  add('side =', side, 'text');
  add('exit_reason =', exitReason, 'text');
  add('entry_tag =', entryTag, 'text');
  add('exit_tag =', exitTag, 'text');
  if (members) conditions.push(`member = any($${values.push(members)}::integer[])`);
  add('entry_time >=', start, 'timestamptz');
  add('entry_time <=', end, 'timestamptz');
  for (const measure of TRADE_MEASURES) {
    const type = FRACTIONS.has(measure) ? 'float8' : 'numeric';
    add(`${MEASURES[measure]} >=`, atLeast[measure], type);
    add(`${MEASURES[measure]} <=`, atMost[measure], type);
  }
  return { conditions, values };
}
