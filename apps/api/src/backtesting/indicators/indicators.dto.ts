import { formatDateTime } from '#engine/market/parse-time';
import { LINE_PANELS, type LineScale } from '#engine/strategies/line-scale';
import {
  CountAnswer,
  IdAnswer,
  MapAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  WordAnswer,
} from '../../http/answer-fields';
import { DateTimeField, IntegerQueryField } from '../../http/validation/fields';
import { INTERVALS } from '#engine/market/interval';
import { CandlesCorrectedSince } from '../candles-corrected.dto';
import type { ShownLines } from './compute-lines';

const DEFAULT_POINTS = 1_000;

export class IndicatorsQuery {
  @DateTimeField({ description: 'Only bars that open at this time or later', optional: true })
  start?: Date;

  @DateTimeField({ description: 'Only bars that open at this time or earlier', optional: true })
  end?: Date;

  @IntegerQueryField({
    description: 'Most points to return: of several bars that make up one, the last (points)',
    minimum: 2,
    maximum: 10_000,
    optional: true,
    default: DEFAULT_POINTS,
  })
  points: number = DEFAULT_POINTS;
}

class LineRead {
  @TextAnswer({
    description: 'Name of the line, under which values has it',
    example: 'sma(10)',
  })
  name: string;

  @WordAnswer(LINE_PANELS, { description: 'Where a chart draws it', example: 'price' })
  panel: LineScale['panel'];

  @TextAnswer({
    description: 'What its values are in; null where they have no unit',
    example: 'quote currency',
    nullable: true,
  })
  unit: string | null;
}

/** The lines of a run’s strategy, as columns. */
export class IndicatorsRead {
  @IdAnswer('of the backtest')
  id: number;

  @WordAnswer(INTERVALS, { description: 'Interval of the bars', example: '1d' })
  interval: string;

  @CountAnswer('bars', { description: 'Bars of the run in the range', example: 5105 })
  total: number;

  @CountAnswer('bars', {
    description:
      'Bars that make up a point where none is missing; 1: every bar is there. Above, a point begins at a multiple of so many intervals since ' +
      '1970 UTC, as candles of such an interval do',
    example: 1,
  })
  bars_per_point: number;

  @ObjectAnswer([LineRead], { description: 'The lines; none where the strategy has none' })
  lines: LineRead[];

  @TextsAnswer({
    description: 'Open of each point, oldest first',
    example: ['2000-02-14T00:00:00Z', '2000-02-15T00:00:00Z'],
  })
  time: string[];

  @MapAnswer(
    { type: 'array', items: { type: 'number', nullable: true } },
    {
      description:
        'Values of each line at the close of the last bar of each point, in its unit; null before its first',
      example: { 'sma(10)': [1412.5, 1408.3] },
    },
  )
  values: Readonly<Record<string, readonly (number | null)[]>>;

  @ObjectAnswer(CandlesCorrectedSince, {
    description:
      'Candles that were corrected after the run: the lines are of the candles of now, its trades of those before',
    nullable: true,
  })
  candles_corrected_since: CandlesCorrectedSince | null;
}

export function toIndicators(
  { id, interval }: { readonly id: number; readonly interval: string },
  { total, barsPerPoint, times, lines }: ShownLines,
  corrected: CandlesCorrectedSince | null,
): IndicatorsRead {
  return {
    id,
    interval,
    total,
    bars_per_point: barsPerPoint,
    lines: lines.map(({ name, panel, unit }) => ({ name, panel, unit })),
    time: times.map(formatDateTime),
    values: Object.fromEntries(lines.map(({ name, values }) => [name, values])),
    candles_corrected_since: corrected,
  };
}
