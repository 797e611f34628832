import { TRADE_SIDES, type TradeSide } from '#domain/trade-journal/trade-journal-entry.entity';
import { LEG_ROLES, type StoredLeg } from '#domain/trade-journal/trade-legs';
import { formatDateTime } from '#engine/market/parse-time';
import { DecimalAnswer, TextAnswer, TimeAnswer, WordAnswer } from '../http/answer-fields';

/** The part of a fill that belongs to a trade. */
export class LegRead {
  @TextAnswer({ description: 'The id that its sender gave the fill', example: 'a1b2-7' })
  fill_id: string;

  @WordAnswer(LEG_ROLES, { description: 'Whether it opened or closed', example: 'entry' })
  role: (typeof LEG_ROLES)[number];

  @WordAnswer(TRADE_SIDES, { description: 'Side of the fill', example: 'buy' })
  side: TradeSide;

  @TimeAnswer({ description: 'When it was executed', example: '2024-01-02T09:30:00Z' })
  time: string;

  @DecimalAnswer('quote currency', { description: 'Its price', example: '42000.50' })
  price: string;

  @DecimalAnswer('units of the base currency, shares or contracts', {
    description: 'What of the fill belongs to this trade, after a fee in the base currency',
    example: '0.5',
  })
  quantity: string;

  @DecimalAnswer('settlement currency', {
    description: 'Its share of the fee of the fill; negative: a rebate',
    example: '21.00',
  })
  fee: string;
}

export function toLegRead({ senderFillId, role, side, time, price, quantity, fee }: StoredLeg): LegRead {
  return { fill_id: senderFillId, role, side, time: formatDateTime(time), price, quantity, fee };
}
