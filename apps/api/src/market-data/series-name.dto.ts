import type { Type } from '@nestjs/common';
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

interface SeriesFilterDto {
  exchange?: string;
  symbol?: string;
  interval?: Interval;
}

/** A request that may say which of all series it is about, by any part of their names. */
export function withSeriesFilter<Request extends object>(
  request: Type<Request>,
): Type<Request & SeriesFilterDto> {
  class SeriesFilterRequest extends (request as Type) implements SeriesFilterDto {
    @TextField({ ...EXCHANGE, optional: true })
    exchange?: string;

    @TextField({ ...SYMBOL, optional: true })
    symbol?: string;

    @IntervalField({ optional: true })
    interval?: Interval;
  }
  return SeriesFilterRequest as Type<Request & SeriesFilterDto>;
}
