import type { PositionFilter, ValuedPosition } from '#domain/trade-journal/position-list';
import { POSITION_SIDES, type PositionSide } from '#domain/trading/position.entity';
import { EXCHANGE_MAXIMUM_CHARACTERS, SYMBOL_MAXIMUM_CHARACTERS } from '#engine/market/candle-record';
import type { Interval } from '#engine/market/interval';
import {
  DecimalAnswer,
  IdAnswer,
  ObjectAnswer,
  TextAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { RecordPageQuery } from '../http/page.dto';
import { ExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { BooleanQueryField, TextField } from '../http/validation/fields';
import { AMOUNT_UNIT, QUANTITY_UNIT } from './trade-parts.dto';

export class ListPositionsQuery extends RecordPageQuery {
  @TextField({ description: 'Of this account, verbatim', example: 'main', maximum: 128, optional: true })
  account?: string;

  @TextField({
    description: 'Of this exchange, verbatim',
    example: 'binance',
    maximum: EXCHANGE_MAXIMUM_CHARACTERS,
    optional: true,
  })
  exchange?: string;

  @TextField({
    description: 'Of this symbol, verbatim',
    example: 'BTC/USDT',
    maximum: SYMBOL_MAXIMUM_CHARACTERS,
    optional: true,
  })
  symbol?: string;

  @BooleanQueryField({
    description: 'true: those in which something is held, by their fills; false: those that are flat',
    example: true,
    optional: true,
  })
  open?: boolean;
}

export function toPositionFilter({ account, exchange, symbol, open }: ListPositionsQuery): PositionFilter {
  return { account, exchange, symbol, isOpen: open };
}

export class ComputedPositionRead {
  @DecimalAnswer(QUANTITY_UNIT, { description: 'What is held; negative: short', example: '0.5' })
  quantity: string;

  @DecimalAnswer('quote currency', {
    description: 'Average cost, to 18 decimal places; null when flat',
    nullable: true,
    example: '42000.50',
  })
  average_price: string | null;
}

export class ReportedPositionRead {
  @DecimalAnswer(QUANTITY_UNIT, { description: 'What is held; negative: short', example: '0.5' })
  quantity: string;

  @DecimalAnswer('quote currency', {
    description: 'Average cost; null: not reported',
    nullable: true,
    example: '42000.50',
  })
  average_price: string | null;

  @TimeAnswer({ description: 'Time of the report', example: '2024-01-02T09:35:00Z' })
  time: string;
}

export class MarkRead {
  @DecimalAnswer('quote currency', { description: 'Close of the candle', example: '43500' })
  price: string;

  @TimeAnswer({ description: 'End of the candle', example: '2024-01-02T10:00:00Z' })
  time: string;

  @IntervalProperty('1m')
  interval: Interval;
}

/** What an account holds of a symbol. */
export class PositionRead {
  @IdAnswer('of the position', 3)
  id: number;

  @TextAnswer({ description: 'The account', example: 'main' })
  account: string;

  @ExchangeProperty('binance')
  exchange: string;

  @SymbolProperty('BTC/USDT')
  symbol: string;

  @WordAnswer(POSITION_SIDES, { description: 'What of the symbol it is', example: 'net' })
  side: PositionSide;

  @ObjectAnswer(ComputedPositionRead, { description: 'By all its fills' })
  computed: ComputedPositionRead;

  @ObjectAnswer(ReportedPositionRead, { description: 'As it was last reported; null: never', nullable: true })
  reported: ReportedPositionRead | null;

  @DecimalAnswer(QUANTITY_UNIT, {
    description:
      'Reported quantity less what the fills up to the time of the report make: fills are missing, or wrong; null: nothing is reported',
    nullable: true,
    example: '0',
  })
  difference: string | null;

  @ObjectAnswer(MarkRead, {
    description:
      'The last stored close of the exchange and symbol: of the candle that closed last, of the finest interval; null: none is stored',
    nullable: true,
  })
  mark: MarkRead | null;

  @DecimalAnswer(AMOUNT_UNIT, {
    description:
      'What closing it at the mark would bring over its average cost, before fees; null when flat, or without a mark',
    nullable: true,
    example: '749.75',
  })
  unrealised_pnl: string | null;

  @TextAnswer({
    description: 'Settlement currency; null: the symbol does not name one',
    nullable: true,
    example: 'USDT',
  })
  currency: string | null;
}

export function toPositionRead({
  position,
  difference,
  mark,
  unrealisedPnl,
  currency,
}: ValuedPosition): PositionRead {
  const { id, account, exchange, symbol, side, quantity, averagePrice } = position;
  const { reportedQuantity, reportedAveragePrice, reportedAt } = position;
  return {
    id,
    account,
    exchange,
    symbol,
    side,
    computed: { quantity, average_price: averagePrice },
    reported:
      reportedQuantity === null || reportedAt === null
        ? null
        : { quantity: reportedQuantity, average_price: reportedAveragePrice, time: timeText(reportedAt) },
    difference,
    mark: mark && { price: mark.price, time: timeText(mark.time), interval: mark.interval },
    unrealised_pnl: unrealisedPnl,
    currency,
  };
}
