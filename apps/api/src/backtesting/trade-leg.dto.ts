import type { StoredLeg } from '#domain/backtesting/backtest-trade.entity';
import { LEG_EXIT_REASONS } from '#engine/portfolio/portfolio';
import { DecimalAnswer, MoneyAnswer, TextAnswer, TimeAnswer, WordAnswer } from '../http/answer-fields';
import { timeText } from '../http/time-text';

/** What one fill closed of a position. */
export class TradeLegRead {
  @TimeAnswer({ description: 'Time of the fill, as exit_time', example: '2000-04-03T00:00:00Z' })
  exit_time: string;

  @DecimalAnswer('quote currency', { description: 'Fill price, slippage included', example: '1493.87' })
  exit_price: string;

  @DecimalAnswer('base currency', { description: 'What was closed', example: '3.55' })
  quantity: string;

  @MoneyAnswer({
    description: 'Fee of this fill, and by quantity its share of the fee of the entry',
    example: '10.48',
  })
  fees: string;

  @MoneyAnswer({ description: 'Funding paid for holding it; negative: received', example: '0' })
  funding: string;

  @MoneyAnswer({ description: 'Profit or loss, net of fees and funding', example: '115.19' })
  pnl: string;

  @WordAnswer(LEG_EXIT_REASONS, {
    description: 'reduce, and of the last one the reason of the trade',
    example: 'reduce',
  })
  exit_reason: string;

  @TextAnswer({
    description: 'Tag of the rule that decided it; left out without one',
    example: 'half',
    required: false,
  })
  exit_tag?: string;
}

export function toTradeLeg(leg: StoredLeg): TradeLegRead {
  return {
    exit_time: timeText(new Date(leg.exitTime)),
    exit_price: leg.exitPrice,
    quantity: leg.quantity,
    fees: leg.fees,
    funding: leg.funding,
    pnl: leg.pnl,
    exit_reason: leg.exitReason,
    ...(leg.exitTag !== null && { exit_tag: leg.exitTag }),
  };
}
