import type { MemberTrade, TradeStream } from '#domain/backtesting/trade-list';
import type { UniverseMember } from '#domain/universes/universe-member';
import { freeTextCell } from '#engine/csv/free-text-cell';
import { PORTFOLIO_EXIT_REASONS, type PortfolioExitReason } from '#engine/portfolio/portfolio';
import { CountAnswer, TextAnswer, WordAnswer } from '../../http/answer-fields';
import { OneOfField, TextField } from '../../http/validation/fields';
import { BacktestTradeRead, toBacktestTradeRead, TRADE_CSV_COLUMNS, toCsv } from '../backtest-trade.dto';
import { EXIT_REASON_FILTER, TradeFilterQuery } from '../trades-query.dto';

/** Which trades of a portfolio run, and in what order. */
export class PortfolioTradesQuery extends TradeFilterQuery {
  @OneOfField(PORTFOLIO_EXIT_REASONS, EXIT_REASON_FILTER)
  exit_reason?: PortfolioExitReason;

  @TextField({ description: 'Only trades of this symbol', maximum: 128, optional: true })
  symbol?: string;

  @TextField({ description: 'Only trades of series of this exchange', maximum: 64, optional: true })
  exchange?: string;
}

/** A closed part of a position of a portfolio. */
export class PortfolioTradeRead extends BacktestTradeRead {
  @WordAnswer(PORTFOLIO_EXIT_REASONS, { description: 'Why the part was closed', example: 'rebalance' })
  override exit_reason: string;

  @CountAnswer('index from 0', { description: 'Number of the member in the universe', example: 0 })
  member: number;

  @TextAnswer({ description: 'Exchange of the series', example: 'us', nullable: true })
  exchange: string | null;

  @TextAnswer({ description: 'Symbol of the series', example: 'AAPL' })
  symbol: string;
}

export function toPortfolioTrade(trade: MemberTrade, members: readonly UniverseMember[]): PortfolioTradeRead {
  const { member } = trade;
  const { exchange, symbol } = members[member];
  return Object.assign(toBacktestTradeRead(trade), { member, exchange, symbol });
}

/** RFC 4180: the columns of every list of trades, and those of the member. */
export function toPortfolioTradesCsv(
  trades: TradeStream<MemberTrade>,
  members: readonly UniverseMember[],
): AsyncIterable<string> {
  return toCsv([...TRADE_CSV_COLUMNS, 'member', 'exchange', 'symbol'], trades, (trade) => {
    const row = toPortfolioTrade(trade, members);
    const cells = { exchange: freeTextCell(row.exchange), symbol: freeTextCell(row.symbol)! };
    return Object.assign(row, cells);
  });
}
