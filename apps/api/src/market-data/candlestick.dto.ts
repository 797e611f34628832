import { ApiProperty } from '@nestjs/swagger';
import { toCandlestickId } from '#domain/market-data/series/candlestick-id';
import type { CandleToWrite } from '#domain/market-data/series/candle-writes';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { CandlestickPageQuery } from '../http/page.dto';
import { timeText } from '../http/time-text';
import { BooleanQueryField, DateTimeField, DecimalField, IntegerField } from '../http/validation/fields';
import { ExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { SeriesNameDto, withSeriesFilter } from './series-name.dto';

const PRICE = {
  description: 'Price as decimal text, stored and returned digit for digit (quote currency)',
  positive: true,
};

export class CreateCandlestickDto extends SeriesNameDto {
  @DateTimeField({
    description: 'When the candle opens; normalised to UTC whole seconds',
    example: '2024-01-02T00:00:00Z',
  })
  open_time: Date;

  @DecimalField({ ...PRICE, example: '100.50' })
  open: string;

  @DecimalField({ ...PRICE, example: '103.00' })
  high: string;

  @DecimalField({ ...PRICE, example: '99.10' })
  low: string;

  @DecimalField({ ...PRICE, example: '102.75' })
  close: string;

  @DecimalField({
    description:
      'Quantity that was traded, 0 or more (base currency, shares or contracts, as the source counts)',
    example: '12500',
  })
  volume: string;
}

export class CreateCandlestickQuery {
  @BooleanQueryField({
    description:
      'Stores a close more than ten times off the median of the twenty before it at once, without waiting for the two after it',
    optional: true,
    default: false,
  })
  allow_outlier = false;
}

export class ListCandlesticksQuery extends withSeriesFilter(CandlestickPageQuery) {}

const StartField = () =>
  DateTimeField({
    description: 'First open time, inclusive',
    example: '2008-09-01T00:00:00Z',
    optional: true,
  });

const EndField = () =>
  DateTimeField({
    description: 'Last open time, inclusive',
    example: '2008-10-31T00:00:00Z',
    optional: true,
  });

export class ExportCandlesticksQuery extends SeriesNameDto {
  @StartField()
  start?: Date;

  @EndField()
  end?: Date;
}

export class QueryCandlesticksDto extends withSeriesFilter(Object) {
  @StartField()
  start?: Date;

  @EndField()
  end?: Date;

  @IntegerField({ description: 'Candles at most', minimum: 1, maximum: 10_000, optional: true, default: 500 })
  limit = 500;
}

/** What a candle looks like on the wire; its text is built by the database (candlestick-json). */
export class CandlestickRead {
  @ApiProperty({
    type: 'integer',
    description: 'Never changes, also when the candle is posted again',
    example: 5999163648,
  })
  id: number;

  @ExchangeProperty()
  exchange: string;

  @SymbolProperty()
  symbol: string;

  @IntervalProperty()
  interval: string;

  @ApiProperty({
    format: 'date-time',
    example: '2024-01-02T00:00:00Z',
    description: 'Open time of the candle',
  })
  open_time: string;

  @ApiProperty({
    format: 'decimal',
    example: '100.50',
    description: 'First price of the candle (quote currency)',
  })
  open: string;

  @ApiProperty({ format: 'decimal', example: '103.00', description: 'Highest price (quote currency)' })
  high: string;

  @ApiProperty({ format: 'decimal', example: '99.10', description: 'Lowest price (quote currency)' })
  low: string;

  @ApiProperty({
    format: 'decimal',
    example: '102.75',
    description: 'Last price, or the price so far of a candle that is not closed (quote currency)',
  })
  close: string;

  @ApiProperty({
    format: 'decimal',
    example: '12500',
    description: 'Quantity that was traded (base currency, shares or contracts, as the source counts)',
  })
  volume: string;
}

/** Digits are shown as they were given. */
export function toCandlestick(
  seriesId: number,
  { exchange, symbol, interval }: SeriesName,
  { openTime, open, high, low, close, volume }: CandleToWrite,
): CandlestickRead {
  return {
    id: toCandlestickId(seriesId, openTime),
    exchange,
    symbol,
    interval,
    open_time: timeText(openTime),
    open,
    high,
    low,
    close,
    volume,
  };
}
