import type { DataSource } from 'typeorm';
import { poolOf } from '../postgres/pool';
import type { StoredTrade } from './backtest-trade.entity';
import { conditionsOf, figureOf, type TradeFilter, type TradeSort } from './trade-conditions';

interface TradeOrder {
  readonly by: TradeSort;
  readonly ascending: boolean;
}

interface TradePage {
  readonly offset: number;
  readonly limit: number;
}

/** A trade with its ordinal among those of its run: 1 is the first by entry. */
export type NumberedTrade = StoredTrade & { readonly number: number };

/** A trade of a walk-forward run; of a portfolio's with the index of its member. */
export type TestTrade = NumberedTrade & { readonly windowIndex: number; readonly member: number | null };

/** A trade of a portfolio, and the index of its member. */
export type MemberTrade = NumberedTrade & { readonly member: number };

export interface TradeSelection {
  readonly filter: TradeFilter;
  readonly order: TradeOrder;
}

interface FoundTrades<Trade> {
  readonly items: Trade[];
  readonly total: number;
}

/** All trades of a selection, a piece after the other. */
export interface TradeStream<Trade> {
  /** Whether any trade of the run, selected or not, has tags or legs. */
  readonly hasTags: boolean;
  readonly pieces: AsyncIterable<readonly Trade[]>;
}

const ROWS_AT_ONCE = 1_000;

const COLUMNS = `entry_time as "entryTime", exit_time as "exitTime", side, quantity, entry_price as "entryPrice",
  exit_price as "exitPrice", fees, funding, pnl, return, exit_reason as "exitReason",
  entry_tag as "entryTag", exit_tag as "exitTag", legs, mae, mfe`;

/** The trades of runs of a kind: they lie in a table, under a column with the run's id, and are stored together, their positions without gaps. */
class StoredTrades<Trade extends NumberedTrade> {
  constructor(
    private readonly table: 'backtest_trades' | 'walk_forward_trades' | 'portfolio_trades',
    private readonly key: 'backtest_id' | 'search_id' | 'portfolio_id',
    private readonly columns = COLUMNS,
  ) {}

  /** By the order, trades without the figure last, ties by number. The rest of a trade is read of the page alone. */
  async list(
    dataSource: DataSource,
    id: number,
    { filter, order, page }: TradeSelection & { readonly page: TradePage },
  ): Promise<FoundTrades<Trade>> {
    const { conditions, values } = conditionsOf(filter, [id, page.limit, page.offset]);
    const isWhole = conditions.length === 0;
    const sorted = sortOf(order);
    const selected =
      isWhole && order.by === 'entry_time' ? this.byEntry(order) : this.matching(conditions, order);
    const { rows } = await poolOf(dataSource).query<Trade & { number: number | null; total: number }>(
      `with ${selected}
       select total, number, ${this.columns}
       from counted left join (page join (${this.ofRun('*')}) trade using (position)) on true
       order by ${sorted}`,
      values,
    );
    return { total: rows[0].total, items: rows.filter(isFound) };
  }

  /** Holds no connection while its reader is slow, and of trades that are still to be read their positions and numbers alone. */
  async stream(
    dataSource: DataSource,
    id: number,
    { filter, order }: TradeSelection,
  ): Promise<TradeStream<Trade>> {
    const { conditions, values } = conditionsOf(filter, [id]);
    const sorted = sortOf(order);
    const { rows } = await poolOf(dataSource).query<TradeKeys & { hasTags: boolean }>(
      `select coalesce(json_agg(position order by ${sorted}), '[]') as positions,
         coalesce(json_agg(number order by ${sorted}), '[]') as numbers,
         exists (${this.ofRun('')} and num_nonnulls(entry_tag, exit_tag, legs) > 0) as "hasTags"
       from (${this.numbered(conditions, order)}) matching`,
      values,
    );
    return { hasTags: rows[0].hasTags, pieces: this.pieces(dataSource, id, rows[0]) };
  }

  private async *pieces(dataSource: DataSource, id: number, { positions, numbers }: TradeKeys) {
    for (let start = 0; start < positions.length; start += ROWS_AT_ONCE) {
      const wanted = positions.slice(start, start + ROWS_AT_ONCE);
      const { rows } = await poolOf(dataSource).query<Trade>(
        `select number, ${this.columns}
         from unnest($2::integer[], $3::integer[]) with ordinality as wanted (position, number, rank)
         join (${this.ofRun('*')} and position = any($2)) trade using (position) order by rank`,
        [id, wanted, numbers.slice(start, start + ROWS_AT_ONCE)],
      );
      if (rows.length < wanted.length)
        throw new Error(`Trades of the run ${id} were deleted while they were read`);
      yield rows;
    }
  }

  /** All trades by entry: a page and what comes before it are read along the index, and nothing else. */
  private byEntry({ ascending }: TradeOrder): string {
    const [direction, comparison, last] = ascending ? ['asc', '<=', 'max'] : ['desc', '>=', 'min'];
    return `counted as (select coalesce(max(position) + 1, 0) as total from (${this.ofRun('position')}) run),
      bounds as (${this.ofRun('position, entry_time as figure')} order by entry_time ${direction}, position limit $2 offset $3),
      ranks as (
        ${this.ofRun(`position, row_number() over (order by entry_time ${direction}, position ${direction})::integer as rank`)}
          and entry_time ${comparison} (select ${last}(figure) from bounds)
      ),
      page as (
        select position, figure, ${ascending ? 'rank' : 'total + 1 - rank'} as number
        from counted, bounds join ranks using (position)
      )`;
  }

  private matching(conditions: readonly string[], order: TradeOrder): string {
    return `matching as materialized (${this.numbered(conditions, order)}),
      counted as (select count(*)::integer as total from matching),
      page as (select * from matching order by ${sortOf(order)} limit $2 offset $3)`;
  }

  private numbered(conditions: readonly string[], { by }: TradeOrder): string {
    return `select position, number, ${figureOf(by)} as figure
      from (${this.ofRun('*, row_number() over (order by entry_time, position)::integer as number')}) numbered
      where ${['true', ...conditions].join(' and ')}`;
  }

  private ofRun(columns: string): string {
    return `select ${columns} from ${this.table} where ${this.key} = $1`;
  }
}

export const backtestTrades = new StoredTrades<NumberedTrade>('backtest_trades', 'backtest_id');

export const walkForwardTrades = new StoredTrades<TestTrade>(
  'walk_forward_trades',
  'search_id',
  `${COLUMNS}, window_index as "windowIndex", member`,
);

export const portfolioTrades = new StoredTrades<MemberTrade>(
  'portfolio_trades',
  'portfolio_id',
  `${COLUMNS}, member`,
);

interface TradeKeys {
  readonly positions: readonly number[];
  readonly numbers: readonly number[];
}

function sortOf({ ascending }: TradeOrder): string {
  return `figure ${ascending ? 'asc' : 'desc'} nulls last, number`;
}

/** Where the page is empty, one row holds the total alone. */
function isFound<Row extends { number: number | null }>(row: Row): row is Row & { number: number } {
  return row.number !== null;
}
