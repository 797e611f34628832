import type { NumberedTrade } from '#domain/backtesting/trade-list';
import type { ProtectiveLevels } from '#engine/backtest/protection';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { CountAnswer, DecimalAnswer, IdAnswer, ObjectAnswer } from '../../http/answer-fields';
import { CandlesCorrectedSince } from '../candles-corrected.dto';

const UNIT = 'quote currency';

/** The prices that a trade was entered and left at, and those of its stops and targets. */
export class TradeLevelsRead {
  @IdAnswer('of the backtest')
  id: number;

  @CountAnswer('ordinal from 1', { description: 'Number of the trade in its run', example: 1 })
  number: number;

  @DecimalAnswer(UNIT, { description: 'Fill price of the entry, slippage included', example: '1409.17' })
  entry_price: string;

  @DecimalAnswer(UNIT, { description: 'Fill price of the exit, slippage included', example: '1441.61' })
  exit_price: string;

  @DecimalAnswer(UNIT, {
    description: 'The stop-loss; null without one',
    example: '1338.7115',
    nullable: true,
  })
  stop_loss: string | null;

  @DecimalAnswer(UNIT, {
    description: 'The take-profit; null without one',
    example: '1550.087',
    nullable: true,
  })
  take_profit: string | null;

  @DecimalAnswer(UNIT, {
    description: 'The trailing stop as it was in the bar of the exit; null without one',
    example: '1377.2',
    nullable: true,
  })
  trailing_stop: string | null;

  @DecimalAnswer(UNIT, {
    description: 'The liquidation price; null without leverage',
    example: '948.3',
    nullable: true,
  })
  liquidation: string | null;

  @ObjectAnswer(CandlesCorrectedSince, {
    description:
      'Candles that were corrected after the run: distances in ATR and the trailing stop are of the candles of now',
    nullable: true,
  })
  candles_corrected_since: CandlesCorrectedSince | null;
}

const textOf = (level: number | null): string | null => (level === null ? null : toDecimalText(level));

export function toTradeLevels(
  id: number,
  { number, entryPrice, exitPrice }: NumberedTrade,
  { stopLoss, takeProfit, trailingStop, liquidation }: ProtectiveLevels,
  corrected: CandlesCorrectedSince | null,
): TradeLevelsRead {
  return {
    id,
    number,
    entry_price: entryPrice,
    exit_price: exitPrice,
    stop_loss: textOf(stopLoss),
    take_profit: textOf(takeProfit),
    trailing_stop: textOf(trailingStop),
    liquidation: textOf(liquidation),
    candles_corrected_since: corrected,
  };
}
