import { DecimalAnswer, FlagAnswer, FractionAnswer, TextAnswer } from '../http/answer-fields';

export const QUANTITY_UNIT = 'units of the base currency, shares or contracts';
export const AMOUNT_UNIT = 'settlement currency, see currency';

export class FeeApartRead {
  @TextAnswer({ description: 'Its currency', example: 'BNB' })
  currency: string;

  @DecimalAnswer('units of that currency', { description: 'What was paid', example: '0.0125' })
  amount: string;
}

export class TradeFundingRead {
  @DecimalAnswer(AMOUNT_UNIT, { description: 'Received; negative: paid', example: '-1.25' })
  amount: string;

  @FlagAnswer({
    description: 'Always true: by stored rates on the quantity held, not what the exchange booked',
    example: true,
  })
  estimated: true;
}

export class ExcursionRead {
  @DecimalAnswer('quote currency', { description: 'The furthest price', example: '41000' })
  price: string;

  @FractionAnswer({ description: 'Its distance from entry_price over entry_price, from 0', example: 0.0238 })
  fraction: number;
}
