import { ApiProperty } from '@nestjs/swagger';
import { INTERVALS, type Interval } from '#engine/market/interval';
import { CandlestickPageQuery } from '../http/page.dto';
import {
  BooleanQueryField,
  DateTimeField,
  DecimalField,
  IntegerField,
  IntervalField,
  TextField,
} from '../http/validation/fields';
import { EXCHANGE, SYMBOL } from './series-name.dto';

const PRICE = { description: 'Decimal text; stored and returned digit for digit', positive: true };

export class CreateCandlestickDto {
  @TextField(EXCHANGE)
  exchange: string;

  @TextField(SYMBOL)
  symbol: string;

  @IntervalField({})
  interval: Interval;

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

  @DecimalField({ description: 'Decimal text; 0 or more', example: '12500' })
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

export class ListCandlesticksQuery extends CandlestickPageQuery {
  @TextField({ ...EXCHANGE, optional: true })
  exchange?: string;

  @TextField({ ...SYMBOL, optional: true })
  symbol?: string;

  @IntervalField({ optional: true })
  interval?: Interval;
}

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

export class ExportCandlesticksQuery {
  @TextField(EXCHANGE)
  exchange: string;

  @TextField(SYMBOL)
  symbol: string;

  @IntervalField({})
  interval: Interval;

  @StartField()
  start?: Date;

  @EndField()
  end?: Date;
}

export class QueryCandlesticksDto {
  @TextField({ ...EXCHANGE, optional: true })
  exchange?: string;

  @TextField({ ...SYMBOL, optional: true })
  symbol?: string;

  @IntervalField({ optional: true })
  interval?: Interval;

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

  @ApiProperty({ example: 'us' })
  exchange: string;

  @ApiProperty({ example: 'SPX' })
  symbol: string;

  @ApiProperty({ enum: INTERVALS, example: '1d' })
  interval: string;

  @ApiProperty({ format: 'date-time', example: '2024-01-02T00:00:00Z' })
  open_time: string;

  @ApiProperty({ format: 'decimal', example: '100.50' })
  open: string;

  @ApiProperty({ format: 'decimal', example: '103.00' })
  high: string;

  @ApiProperty({ format: 'decimal', example: '99.10' })
  low: string;

  @ApiProperty({ format: 'decimal', example: '102.75' })
  close: string;

  @ApiProperty({ format: 'decimal', example: '12500' })
  volume: string;
}
