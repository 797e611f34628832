import { EXCHANGE_MAXIMUM_CHARACTERS, SYMBOL_MAXIMUM_CHARACTERS } from '#engine/market/candle-record';
import type { Interval } from '#engine/market/interval';
import { IntervalField, TextField } from '../http/validation/fields';

export const EXCHANGE = {
  description: 'The exchange, matched verbatim',
  example: 'us',
  maximum: EXCHANGE_MAXIMUM_CHARACTERS,
};
export const SYMBOL = {
  description: 'The symbol, matched verbatim; unified symbols such as BTC/USDT for crypto',
  example: 'SPX',
  maximum: SYMBOL_MAXIMUM_CHARACTERS,
};

/** What names one series. */
export class SeriesNameDto {
  @TextField(EXCHANGE)
  exchange: string;

  @TextField(SYMBOL)
  symbol: string;

  @IntervalField({})
  interval: Interval;
}
