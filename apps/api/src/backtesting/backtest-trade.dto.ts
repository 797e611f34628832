import type { NumberedTrade, TradeStream } from '#domain/backtesting/trade-list';
import { toCsvLine } from '#engine/csv/to-csv-line';
import { EXIT_REASONS } from '#engine/performance/trade';
import {
  CountAnswer,
  DecimalAnswer,
  FractionAnswer,
  MoneyAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { timeText } from '../http/time-text';
import { toTradeLeg, TradeLegRead } from './trade-leg.dto';

/** A position from its entry to its exit. */
export class BacktestTradeRead {
  @CountAnswer('ordinal from 1', {
    description:
      'Number of the trade in its run: 1 is the first by entry, however a list is sorted or narrowed',
    example: 1,
  })
  number: number;

  @TimeAnswer({
    description:
      'Time of the fill that opened the position: the open of its bar, or the close with fill close',
    example: '2000-03-03T00:00:00Z',
  })
  entry_time: string;

  @TimeAnswer({
    description:
      'Time of the fill that closed it: the open or the close of its bar; an exit within a bar has the time of its open',
    example: '2000-04-19T00:00:00Z',
  })
  exit_time: string;

  @NumberAnswer('seconds', { description: 'Time from the entry to the exit', example: 4060800 })
  duration_seconds: number;

  @WordAnswer(['long', 'short'], { description: 'The side of the position', example: 'long' })
  side: 'long' | 'short';

  @DecimalAnswer('base currency', {
    description: 'Size of the position, positive on both sides',
    example: '7.1',
  })
  quantity: string;

  @DecimalAnswer('quote currency', { description: 'Fill price, slippage included', example: '1409.17' })
  entry_price: string;

  @DecimalAnswer('quote currency', {
    description: 'Fill price, slippage included; of several legs their average by quantity',
    example: '1441.61',
  })
  exit_price: string;

  @MoneyAnswer({ description: 'Fees of both fills; negative: a rebate', example: '0' })
  fees: string;

  @MoneyAnswer({ description: 'Funding paid for holding a perpetual swap; negative: received', example: '0' })
  funding: string;

  @MoneyAnswer({
    description: 'Profit or loss, net of fees and funding; slippage is part of the prices',
    example: '230.32',
  })
  pnl: string;

  @FractionAnswer({
    description: 'pnl over the value of the entry (quantity × entry_price), whatever the leverage',
    example: 0.023,
  })
  return: number;

  @WordAnswer(EXIT_REASONS, { description: 'Why the position was closed', example: 'signal' })
  exit_reason: string;

  @TextAnswer({
    description: 'Tag of the rule that decided the entry; left out without one',
    example: 'breakout',
    required: false,
  })
  entry_tag?: string;

  @TextAnswer({
    description: 'Tag of the rule that decided the exit; left out without one',
    example: 'trend over',
    required: false,
  })
  exit_tag?: string;

  @ObjectAnswer([TradeLegRead], {
    description:
      'What each fill closed, in order: quantity, fees, funding and pnl of the trade are their sums to the decimal. Left out where one ' +
      'fill closed all of the position',
    required: false,
  })
  legs?: TradeLegRead[];

  @FractionAnswer({
    description:
      'Maximum adverse excursion: the farthest that the price went against the position in the bars from its entry to its exit, and at the exit, ' +
      'over the entry price; 0 or positive. Null in runs of earlier versions',
    example: 0.031,
    nullable: true,
  })
  mae: number | null;

  @FractionAnswer({
    description: 'Maximum favourable excursion: the farthest that it went for the position, as mae',
    example: 0.052,
    nullable: true,
  })
  mfe: number | null;
}

export function toBacktestTradeRead(trade: NumberedTrade): BacktestTradeRead {
  return {
    number: trade.number,
    entry_time: timeText(trade.entryTime),
    exit_time: timeText(trade.exitTime),
    duration_seconds: (trade.exitTime.getTime() - trade.entryTime.getTime()) / 1000,
    side: trade.side,
    quantity: trade.quantity,
    entry_price: trade.entryPrice,
    exit_price: trade.exitPrice,
    fees: trade.fees,
    funding: trade.funding,
    pnl: trade.pnl,
    return: trade.return,
    exit_reason: trade.exitReason,
    mae: trade.mae,
    mfe: trade.mfe,
    ...(trade.entryTag !== null && { entry_tag: trade.entryTag }),
    ...(trade.exitTag !== null && { exit_tag: trade.exitTag }),
    ...(trade.legs !== null && { legs: trade.legs.map(toTradeLeg) }),
  };
}

/** Of lists of trades, which may have more after them. */
export const TRADE_CSV_COLUMNS = [
  'entry_time',
  'exit_time',
  'side',
  'quantity',
  'entry_price',
  'exit_price',
  'fees',
  'funding',
  'pnl',
  'return',
  'exit_reason',
  'mae',
  'mfe',
  'number',
  'duration_seconds',
] as const satisfies readonly (keyof BacktestTradeRead)[];

/** After all others, where a trade of the run has any of them; `legs` is how many fills closed the trade. */
const TAG_CSV_COLUMNS = ['entry_tag', 'exit_tag', 'legs'] as const;

type Cell = string | number | null;

/** RFC 4180. No value of a trade holds a comma, a quote or a line break. */
export function toTradesCsv(trades: TradeStream<NumberedTrade>): AsyncIterable<string> {
  return toCsv(TRADE_CSV_COLUMNS, trades, toBacktestTradeRead);
}

/** RFC 4180 in pieces, of values that need no quotes or have them already. */
export async function* toCsv<Trade, Row extends BacktestTradeRead>(
  columns: readonly (keyof Row & string)[],
  { hasTags, pieces }: TradeStream<Trade>,
  toRow: (trade: Trade) => Row,
): AsyncGenerator<string> {
  const toLine = (trade: Trade) => {
    const row = toRow(trade);
    const cells = columns.map((column) => row[column] as Cell);
    const tagged = [row.entry_tag ?? null, row.exit_tag ?? null, row.legs?.length ?? 1];
    return toCsvLine(hasTags ? [...cells, ...tagged] : cells);
  };
  let head = toCsvLine(hasTags ? [...columns, ...TAG_CSV_COLUMNS] : columns);
  for await (const trades of pieces) {
    yield head + trades.map(toLine).join('');
    head = '';
  }
  if (head !== '') yield head;
}
