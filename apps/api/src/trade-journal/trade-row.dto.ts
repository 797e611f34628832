import {
  ENTRY_SOURCES,
  type EntrySource,
  TRADE_SIDES,
  type TradeJournalEntry,
  type TradeSide,
} from '#domain/trade-journal/trade-journal-entry.entity';
import {
  CountAnswer,
  DecimalAnswer,
  FractionAnswer,
  IdAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { timeText } from '../http/time-text';
import { AMOUNT_UNIT, FeeApartRead, QUANTITY_UNIT, TradeFundingRead } from './trade-parts.dto';

/** The details that the row of an entry holds: what lists show of a trade, also a line of CSV. */
export class TradeRow {
  @IdAnswer('of the entry', 7)
  id: number;

  @TextAnswer({ description: 'What was traded', example: 'BTC/USDT' })
  symbol: string;

  @WordAnswer(TRADE_SIDES, {
    description: 'Whether the trade opened by buying or by selling',
    example: 'buy',
  })
  side: TradeSide;

  @DecimalAnswer('quote currency', {
    description:
      'Price of the entry; of several fills their average, of an inverse contract the harmonic one',
    example: '42000.50',
  })
  entry_price: string;

  @DecimalAnswer('quote currency', {
    description: 'Price of the exit, averaged likewise; null while the trade is open',
    nullable: true,
    example: '43500',
  })
  exit_price: string | null;

  @WordAnswer(ENTRY_SOURCES, { description: 'Who wrote it', example: 'manual' })
  source: EntrySource;

  @TextAnswer({ description: 'The exchange; null: not said', nullable: true, example: 'binance' })
  exchange: string | null;

  @TextAnswer({ description: 'The account; null: not said', nullable: true, example: 'main' })
  account: string | null;

  @DecimalAnswer(QUANTITY_UNIT, {
    description: 'What was entered; null: not said',
    nullable: true,
    example: '0.5',
  })
  quantity: string | null;

  @TimeAnswer({
    description: 'Of the first fill; null: not said',
    nullable: true,
    example: '2024-01-02T09:30:00Z',
  })
  entry_time: string | null;

  @TimeAnswer({
    description: 'Of the last fill; null while the trade is open, or not said',
    nullable: true,
    example: '2024-01-03T15:00:00Z',
  })
  exit_time: string | null;

  @TextAnswer({
    description: 'Settlement currency, in which its amounts are; null: the symbol does not name one',
    nullable: true,
    example: 'USDT',
  })
  currency: string | null;

  @DecimalAnswer('units of what is traded, of an inverse contract of the quote currency', {
    description: 'Size of a contract; null: 1',
    nullable: true,
    example: '1',
  })
  multiplier: string | null;

  @DecimalAnswer(AMOUNT_UNIT, {
    description: 'Fees of entry and exit; negative: rebates; null: not said',
    nullable: true,
    example: '42.75',
  })
  fees: string | null;

  @ObjectAnswer([FeeApartRead], {
    description: 'Fees in other currencies of which no price is stored; they are in no result',
  })
  fees_apart: FeeApartRead[];

  @ObjectAnswer(TradeFundingRead, {
    description:
      'Funding of a perpetual swap; null: no stored rate applies, or the entry is not made of fills',
    nullable: true,
  })
  funding: TradeFundingRead | null;

  @DecimalAnswer(AMOUNT_UNIT, {
    description:
      'Profit or loss before fees and funding; null while the trade is open or its quantity unknown',
    nullable: true,
    example: '749.75',
  })
  gross_pnl: string | null;

  @DecimalAnswer(AMOUNT_UNIT, {
    description: 'gross_pnl − fees + funding',
    nullable: true,
    example: '707.00',
  })
  net_pnl: string | null;

  @FractionAnswer({
    description:
      'net_pnl over the value of the entry, whatever the leverage; without quantity and fees the change of the price in the direction of the trade',
    nullable: true,
    example: 0.0337,
  })
  return: number | null;

  @NumberAnswer('multiple', {
    description:
      'net_pnl over what the trade loses at its stop, before fees; null without a stop at which it loses',
    nullable: true,
    example: 1.41,
  })
  r_multiple: number | null;

  @NumberAnswer('seconds', {
    description: 'From entry_time to exit_time; null where one of them is',
    nullable: true,
    example: 106_200,
  })
  holding_seconds: number | null;

  @DecimalAnswer('quote currency', {
    description: 'Price at which it is given up; null: none',
    nullable: true,
    example: '41000',
  })
  stop: string | null;

  @DecimalAnswer('quote currency', {
    description: 'Price at which its profit is taken; null: none',
    nullable: true,
    example: '45000',
  })
  target: string | null;

  @TextsAnswer({ description: 'Labels', example: ['breakout'] })
  tags: string[];

  @CountAnswer('identifier', { description: 'Idea that it follows; null: none', nullable: true, example: 3 })
  idea_id: number | null;

  @CountAnswer('identifier', {
    description: 'Backtest that it is compared with; null: none',
    nullable: true,
    example: 42,
  })
  backtest_id: number | null;
}

/** An entry of the journal in a list with what is computed of it. */
export class JournalTradeRead extends TradeRow {
  @TextAnswer({ description: 'Free text; null: none', nullable: true, example: 'Breakout above resistance' })
  notes: string | null;

  @TimeAnswer({ description: 'When it was created', example: '2024-01-02T09:31:00Z' })
  created_at: string;
}

export function toTradeRow(entry: TradeJournalEntry) {
  const { entryTime, exitTime, funding } = entry;
  return {
    id: entry.id,
    symbol: entry.symbol,
    side: entry.side,
    entry_price: entry.entryPrice,
    exit_price: entry.exitPrice,
    source: entry.source,
    exchange: entry.exchange,
    account: entry.account,
    quantity: entry.quantity,
    entry_time: timeText(entryTime),
    exit_time: timeText(exitTime),
    currency: entry.currency,
    multiplier: entry.multiplier,
    fees: entry.fees,
    fees_apart: entry.feesApart.map(({ currency, amount }) => ({ currency, amount })),
    funding: funding === null ? null : { amount: funding, estimated: true as const },
    gross_pnl: entry.grossPnl,
    net_pnl: entry.netPnl,
    return: entry.tradeReturn,
    r_multiple: entry.rMultiple,
    holding_seconds: entryTime && exitTime && (exitTime.getTime() - entryTime.getTime()) / 1000,
    stop: entry.stop,
    target: entry.target,
    tags: entry.tags,
    idea_id: entry.ideaId,
    backtest_id: entry.backtestId,
  };
}

export function toJournalTrade(entry: TradeJournalEntry): JournalTradeRead {
  return { ...toTradeRow(entry), notes: entry.notes, created_at: timeText(entry.createdAt) };
}
