import type { TestTrade, TradeStream } from '#domain/backtesting/trade-list';
import type { UniverseMember } from '#domain/universes/universe-member';
import { freeTextCell } from '#engine/csv/free-text-cell';
import { PORTFOLIO_EXIT_REASONS, type PortfolioExitReason } from '#engine/portfolio/portfolio';
import { CountAnswer, TextAnswer, WordAnswer } from '../http/answer-fields';
import { OneOfField } from '../http/validation/fields';
import { BacktestTradeRead, toBacktestTradeRead, toCsv, TRADE_CSV_COLUMNS } from './backtest-trade.dto';
import { EXIT_REASON_FILTER, TradeFilterQuery } from './trades-query.dto';

/** Which trades of a walk-forward run, and in what order. */
export class TestTradesQuery extends TradeFilterQuery {
  @OneOfField(PORTFOLIO_EXIT_REASONS, EXIT_REASON_FILTER)
  exit_reason?: PortfolioExitReason;
}

const OF_PORTFOLIO = 'Left out where the run is over one series';

/** A trade of a test of a walk-forward run. */
export class TestTradeRead extends BacktestTradeRead {
  @WordAnswer(PORTFOLIO_EXIT_REASONS, { description: 'Why the position was closed', example: 'signal' })
  override exit_reason: string;

  @CountAnswer('index from 0', { description: 'Number of the window whose test made it', example: 0 })
  window: number;

  @CountAnswer('index from 0', {
    description: `Number of the member in the universe. ${OF_PORTFOLIO}`,
    example: 0,
    required: false,
  })
  member?: number;

  @TextAnswer({
    description: `Exchange of the member. ${OF_PORTFOLIO}`,
    example: 'us',
    nullable: true,
    required: false,
  })
  exchange?: string | null;

  @TextAnswer({ description: `Symbol of the member. ${OF_PORTFOLIO}`, example: 'AAPL', required: false })
  symbol?: string;
}

/** `members` is null where the run is over one series. */
type Members = readonly UniverseMember[] | null;

export function toTestTradeRead(trade: TestTrade, members: Members): TestTradeRead {
  const { windowIndex, member } = trade;
  const read = Object.assign(toBacktestTradeRead(trade), { window: windowIndex });
  if (members === null || member === null) return read;
  const { exchange, symbol } = members[member];
  return Object.assign(read, { member, exchange, symbol });
}

/** RFC 4180: the columns of every list of trades, the window, and of a portfolio those of the member. */
export function toTestTradesCsv(trades: TradeStream<TestTrade>, members: Members): AsyncIterable<string> {
  const columns = [...TRADE_CSV_COLUMNS, 'window'] as const;
  if (members === null) return toCsv(columns, trades, (trade) => toTestTradeRead(trade, null));
  return toCsv([...columns, 'member', 'exchange', 'symbol'], trades, (trade) => {
    const row = toTestTradeRead(trade, members);
    const cells = { exchange: freeTextCell(row.exchange ?? null), symbol: freeTextCell(row.symbol ?? null) };
    return Object.assign(row, cells);
  });
}
