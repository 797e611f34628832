import type { TradeExcursions } from '#domain/trade-journal/trade-excursions';
import {
  ENTRY_SOURCES,
  type EntrySource,
  TRADE_SIDES,
  type TradeJournalEntry,
  type TradeSide,
} from '#domain/trade-journal/trade-journal-entry.entity';
import { type Interval, INTERVALS } from '#engine/market/interval';
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
import { toTradeRow } from './trade-row.dto';
import { LegRead } from './leg.dto';
import { AMOUNT_UNIT, ExcursionRead, FeeApartRead, QUANTITY_UNIT, TradeFundingRead } from './trade-parts.dto';

/** What is written and computed of a trade. */
export class TradeDetailsRead {
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

  @ObjectAnswer(ExcursionRead, {
    description:
      'Maximum adverse excursion: how far the price went against the trade, by the whole stored bars between entry and exit (now, while it is open) and ' +
      'its own prices; null: no other price than that of the entry is known',
    nullable: true,
  })
  mae: ExcursionRead | null;

  @ObjectAnswer(ExcursionRead, {
    description: 'Maximum favourable excursion: the same in favour of the trade',
    nullable: true,
  })
  mfe: ExcursionRead | null;

  @WordAnswer(INTERVALS, {
    description:
      'Of the bars that mae and mfe are of: the finest stored one of the exchange and symbol that spans the trade with at most 10,000 bars; null: none',
    nullable: true,
    example: '1m',
  })
  excursion_interval: Interval | null;

  @ObjectAnswer([LegRead], {
    description:
      'Fills, or parts of them, that the trade is made of, in their order, at most 1,000; empty for manual entries',
  })
  legs: LegRead[];
}

export function toTradeDetails(
  entry: TradeJournalEntry,
  { adverse, favourable, interval }: TradeExcursions,
  legs: readonly LegRead[],
): TradeDetailsRead {
  return {
    ...toTradeRow(entry),
    mae: adverse,
    mfe: favourable,
    excursion_interval: interval,
    legs: [...legs],
  };
}
