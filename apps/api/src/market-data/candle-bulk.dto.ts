import { ApiProperty } from '@nestjs/swagger';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { Interval } from '#engine/market/interval';
import type { LevelShift } from '#engine/market/outlier-judge';
import { formatDateTime } from '#engine/market/parse-time';
import { ExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { LineError } from '../http/uploads/refused-lines';
import { BooleanQueryField, IntervalField, TextField } from '../http/validation/fields';
import { EXCHANGE, SYMBOL } from './series-name.dto';

const ONCE = 'Names it once for all lines, which then must not name it';

export class CandleBulkQuery {
  @TextField({ ...EXCHANGE, description: ONCE, optional: true })
  exchange?: string;

  @TextField({ ...SYMBOL, description: ONCE, optional: true })
  symbol?: string;

  @IntervalField({ optional: true })
  interval?: Interval;

  @BooleanQueryField({
    description:
      'Stores closes more than ten times off the median of the twenty before them at once, without waiting for the two after them',
    optional: true,
    default: false,
  })
  allow_outlier = false;
}

export class LevelShiftRead {
  @ExchangeProperty()
  exchange: string;

  @SymbolProperty('ACME')
  symbol: string;

  @IntervalProperty()
  interval: string;

  @ApiProperty({
    format: 'date-time',
    example: '2024-03-01T00:00:00Z',
    description: 'The first candle of the new level',
  })
  open_time: string;

  @ApiProperty({
    example: 0.0454545,
    description: 'Its close over the median of the twenty closes before it (ratio)',
  })
  ratio: number;
}

export function toLevelShift(
  { exchange, symbol, interval }: SeriesName,
  { openTime, ratio }: LevelShift,
): LevelShiftRead {
  return { exchange, symbol, interval, open_time: formatDateTime(openTime), ratio };
}

export class CandleBulkResult {
  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'Lines that were dealt with: inserted + updated + unchanged + refused',
  })
  received: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Candles that were not stored before' })
  inserted: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Candles that were stored with other content' })
  updated: number;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Candles that were stored equal in every digit, or that a later line replaced',
  })
  unchanged: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Lines that are not stored, held ones included' })
  refused: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'Of those refused, outliers that are held in quarantine: spikes, and those among the last two of a series, which later candles may release',
  })
  held: number;

  @ApiProperty({
    type: [LevelShiftRead],
    example: [],
    description: 'Jumps of more than ten times that the next two candles confirmed; their candles are stored',
  })
  level_shifts: LevelShiftRead[];

  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'Of those not refused, the candles that do not open where their interval begins: the interval may be another one',
  })
  off_grid: number;

  @ApiProperty({
    type: [LineError],
    description: 'The first 1,000 refused lines',
    example: [{ line: 17, errors: [{ field: 'high', message: 'must not be below open (100.50)' }] }],
  })
  errors: readonly LineError[];

  @ApiProperty({ example: false, description: 'Whether more lines were refused than are listed' })
  errors_truncated: boolean;
}

interface Outcome extends Pick<
  CandleBulkResult,
  'received' | 'inserted' | 'updated' | 'refused' | 'held' | 'errors'
> {
  readonly offGrid: number;
  readonly levelShifts: LevelShiftRead[];
}

export function toCandleBulkResult({
  received,
  inserted,
  updated,
  refused,
  held,
  offGrid,
  levelShifts,
  errors,
}: Outcome): CandleBulkResult {
  return {
    received,
    inserted,
    updated,
    unchanged: received - inserted - updated - refused,
    refused,
    held,
    off_grid: offGrid,
    level_shifts: levelShifts,
    errors,
    errors_truncated: refused > errors.length,
  };
}
