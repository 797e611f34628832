import { ApiProperty } from '@nestjs/swagger';
import type { ChartCandle } from '#domain/market-data/reading/chart-candles.reader';
import type { CandleCorrection } from '#domain/market-data/revisions/corrected-candles';
import type { CandleNumbers } from '#domain/market-data/series/candle-numbers';
import type { Series } from '#domain/market-data/series/series.entity';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { CHART_PANELS } from '#engine/indicators/price-lines';
import { INTERVALS } from '#engine/market/interval';
import {
  CountAnswer,
  DecimalAnswer,
  FlagAnswer,
  MapAnswer,
  ObjectAnswer,
  TextAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { ExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { DateTimeField, IntegerQueryField, TextField } from '../http/validation/fields';
import { SeriesNameDto } from './series-name.dto';

const FEWEST_POINTS = 10;
const MOST_POINTS = 5_000;
export const MOST_CORRECTIONS = 100;

export class ChartQuery extends SeriesNameDto {
  @DateTimeField({
    description: 'First open time, inclusive. Without it the last candles up to the end',
    example: '2008-09-01T00:00:00Z',
    optional: true,
  })
  start?: Date;

  @DateTimeField({
    description: 'Last open time, inclusive',
    example: '2008-10-31T00:00:00Z',
    optional: true,
  })
  end?: Date;

  @IntegerQueryField({
    description: 'Candles at most; of more bars than that several make one candle',
    minimum: FEWEST_POINTS,
    maximum: MOST_POINTS,
    optional: true,
    default: 1_000,
  })
  points = 1_000;

  @TextField({
    description:
      'Up to 8 indicators with commas between, each with its parameters between colons, in the order of the guide; those left out have their defaults',
    example: 'sma:20,macd:12:26:9',
    maximum: 500,
    optional: true,
  })
  indicators?: string;
}

class ChartNumbersRead {
  @DecimalAnswer('quote currency', { description: 'First price', example: '1274.98' })
  open: string;

  @DecimalAnswer('quote currency', { description: 'Highest price', example: '1280.40' })
  high: string;

  @DecimalAnswer('quote currency', { description: 'Lowest price', example: '1260.10' })
  low: string;

  @DecimalAnswer('quote currency', { description: 'Last price', example: '1277.58' })
  close: string;

  @DecimalAnswer('base currency, shares or contracts, as the source counts', {
    description: 'Quantity that was traded',
    example: '4187760',
  })
  volume: string;
}

class ChartCandleRead extends ChartNumbersRead {
  @TimeAnswer({ description: 'Open time of its first bar', example: '2008-09-02T00:00:00Z' })
  open_time: string;

  @FlagAnswer({
    description: 'Whether all of its bars have closed; false: it can still change',
    example: true,
  })
  is_closed: boolean;

  @FlagAnswer({
    description: 'Whether a stored candle in it was corrected after it had closed',
    example: false,
  })
  corrected: boolean;
}

class ChartCorrectionRead {
  @TimeAnswer({
    description: 'Open time of the stored candle, of source_interval',
    example: '2008-09-02T00:00:00Z',
  })
  open_time: string;

  @TimeAnswer({ description: 'When it was corrected', example: '2024-02-01T09:30:05Z' })
  corrected_at: string;

  @ObjectAnswer(ChartNumbersRead, { description: 'The candle as it was' })
  before: ChartNumbersRead;

  @ObjectAnswer(ChartNumbersRead, { description: 'The candle as it became' })
  after: ChartNumbersRead;
}

class StoredExtentRead {
  @TimeAnswer({ description: 'Open time of the first candle', example: '2000-01-03T00:00:00Z' })
  start: string;

  @TimeAnswer({ description: 'Open time of the last candle', example: '2020-04-17T00:00:00Z' })
  end: string;

  @CountAnswer('candles', { description: 'Stored candles', example: 5105 })
  count: number;
}

export class ChartIndicatorRead {
  @TextAnswer({ description: 'Name of the indicator', example: 'sma' })
  name: string;

  @MapAnswer(
    { type: 'number' },
    { description: 'All of its parameters (each in its own unit)', example: { period: 20 } },
  )
  parameters: Readonly<Record<string, number>>;

  @WordAnswer(CHART_PANELS, {
    description:
      'Where it is drawn: over the candles, as its lines are levels of the price, or on a scale of its own',
    example: 'price',
  })
  panel: (typeof CHART_PANELS)[number];

  @MapAnswer(
    { type: 'array', items: { type: 'number', nullable: true } },
    {
      description:
        'By output, a value for each candle; null where it is not known yet or not defined (in the unit of the indicator)',
      example: { sma: [1283.06, null] },
    },
  )
  lines: Readonly<Record<string, readonly (number | null)[]>>;
}

export class ChartRead {
  @ExchangeProperty()
  exchange: string;

  @SymbolProperty()
  symbol: string;

  @IntervalProperty()
  interval: string;

  @ApiProperty({
    enum: INTERVALS,
    example: '1d',
    description:
      'Interval of the stored candles: the same, or a shorter one that the bars are aggregated from',
  })
  source_interval: string;

  @CountAnswer('bars of the interval', {
    description:
      'Bars that make one candle, counted from the first bar of the series; the last candle can have fewer',
    example: 1,
  })
  bars_per_candle: number;

  @ObjectAnswer(StoredExtentRead, { description: 'What is stored of source_interval' })
  stored: StoredExtentRead;

  @ObjectAnswer([ChartCandleRead], { description: 'The candles, ascending' })
  candles: ChartCandleRead[];

  @ObjectAnswer([ChartCorrectionRead], {
    description: `The newest ${MOST_CORRECTIONS} corrections of stored candles in the range, newest first`,
  })
  corrections: ChartCorrectionRead[];

  @FlagAnswer({ description: 'Whether there are more corrections than these', example: false })
  corrections_truncated: boolean;

  @ObjectAnswer([ChartIndicatorRead], { description: 'The indicators, in the order of the request' })
  indicators: ChartIndicatorRead[];
}

export interface ChartFound {
  readonly series: Series;
  readonly barsPerCandle: number;
  readonly candles: readonly ChartCandle[];
  /** Newest first. */
  readonly corrections: readonly CandleCorrection[];
}

/** All but the indicators, of which there are too many numbers to build their text beside other requests. */
export function toChart(
  { exchange, symbol, interval }: SeriesName,
  { series, barsPerCandle, candles, corrections }: ChartFound,
): Omit<ChartRead, 'indicators'> {
  return {
    exchange,
    symbol,
    interval,
    source_interval: series.interval,
    bars_per_candle: barsPerCandle,
    stored: {
      start: timeText(series.firstOpenTime!),
      end: timeText(series.lastOpenTime!),
      count: series.candleCount,
    },
    candles: candles.map(toChartCandle),
    corrections: corrections.slice(0, MOST_CORRECTIONS).map(toChartCorrection),
    corrections_truncated: corrections.length > MOST_CORRECTIONS,
  };
}

function toChartCandle(candle: ChartCandle): ChartCandleRead {
  const { openTime, open, high, low, close, volume, isClosed, isCorrected } = candle;
  return { open_time: openTime, open, high, low, close, volume, is_closed: isClosed, corrected: isCorrected };
}

function toChartCorrection({ openTime, correctedAt, before, after }: CandleCorrection): ChartCorrectionRead {
  return {
    open_time: timeText(openTime),
    corrected_at: timeText(correctedAt),
    before: toNumbers(before),
    after: toNumbers(after),
  };
}

function toNumbers({ open, high, low, close, volume }: CandleNumbers): ChartNumbersRead {
  return { open, high, low, close, volume };
}
