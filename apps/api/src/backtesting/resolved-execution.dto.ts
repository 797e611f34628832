import { toWire } from '#domain/records/to-wire';
import {
  type Distance,
  type Execution,
  FILLS,
  type FundingMode,
  SIZING_MODES,
} from '#engine/backtest/execution';
import { toDecimalText } from '#engine/decimal/decimal-text';
import {
  DecimalAnswer,
  FlagAnswer,
  FractionAnswer,
  MoneyAnswer,
  NumberAnswer,
  ObjectAnswer,
  WordAnswer,
} from '../http/answer-fields';

const FUNDING_MODES = ['expected', 'where_known', 'off'] as const satisfies readonly FundingMode[];
const DISTANCE_UNITS = ['fraction', 'atr'] as const satisfies readonly Distance['unit'][];

class ResolvedSizingRead {
  @WordAnswer(SIZING_MODES, { description: 'How much an entry buys', example: 'percent_equity' })
  mode: Execution['sizing']['mode'];

  @DecimalAnswer('fraction, quote currency or base currency, by the mode', {
    description: 'Size of an entry',
    example: '1',
  })
  value: string;
}

class ResolvedDistanceRead {
  @WordAnswer(DISTANCE_UNITS, { description: 'What the value counts', example: 'fraction' })
  unit: Distance['unit'];

  @NumberAnswer(
    'fraction of the price (of a trailing stop the best so far, else that of the entry), or multiple of ATR(14), by the unit',
    {
      description: 'The distance',
      example: 0.05,
    },
  )
  value: number;
}

/** The execution of a run with every default filled in. */
export class ResolvedExecutionRead {
  @MoneyAnswer({ description: 'Equity before the first bar', example: '10000' })
  initial_capital: string;

  @DecimalAnswer('fraction of the value', {
    description: 'Fee of limit and take-profit fills; negative: a rebate',
    example: '0',
  })
  maker_fee_rate: string;

  @DecimalAnswer('fraction of the value', { description: 'Fee of market and stop fills', example: '0' })
  taker_fee_rate: string;

  @FractionAnswer({
    description: 'How much worse than the price a market or stop fill is: buys pay more, sells get less',
    example: 0.0005,
  })
  slippage_rate: number;

  @DecimalAnswer('base currency', {
    description: 'Quantities are whole multiples of it; null: any quantity',
    example: null,
    nullable: true,
  })
  lot_size: string | null;

  @FlagAnswer({ description: 'Whether short entries are filled', example: false })
  allow_short: boolean;

  @WordAnswer(FILLS, { description: 'When the signal of a bar is filled', example: 'next_open' })
  fill: Execution['fill'];

  @ObjectAnswer(ResolvedSizingRead, { description: 'How much an entry buys' })
  sizing: ResolvedSizingRead;

  @NumberAnswer('ratio', { description: 'Value of a position over its margin', example: 1 })
  leverage: number;

  @ObjectAnswer(ResolvedDistanceRead, { description: 'Loss at which a position is closed', nullable: true })
  stop_loss: ResolvedDistanceRead | null;

  @ObjectAnswer(ResolvedDistanceRead, { description: 'Profit at which a position is closed', nullable: true })
  take_profit: ResolvedDistanceRead | null;

  @ObjectAnswer(ResolvedDistanceRead, {
    description: 'Distance of the stop from the best price so far',
    nullable: true,
  })
  trailing_stop: ResolvedDistanceRead | null;

  @WordAnswer(FUNDING_MODES, {
    description: 'Whether funding is charged',
    example: 'where_known',
  })
  funding: FundingMode;
}

export function toResolvedExecution(execution: Execution): ResolvedExecutionRead {
  const { initialCapital, makerFeeRate, takerFeeRate, lotSize, sizing } = execution;
  return {
    ...toWire(execution),
    initial_capital: toDecimalText(initialCapital),
    maker_fee_rate: toDecimalText(makerFeeRate),
    taker_fee_rate: toDecimalText(takerFeeRate),
    lot_size: lotSize === null ? null : toDecimalText(lotSize),
    sizing: { mode: sizing.mode, value: toDecimalText(sizing.value) },
  };
}
