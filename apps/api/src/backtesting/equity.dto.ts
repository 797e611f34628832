import { toDecimalText } from '#engine/decimal/decimal-text';
import { toCsvLine } from '#engine/csv/to-csv-line';
import { formatDateTime } from '#engine/market/parse-time';
import { thinOutCurves } from '#engine/performance/thin-out-curve';
import type { RollingRelative } from '#engine/performance/relative/rolling-relative';
import { trackDrawdown } from '#engine/performance/track-drawdown';
import {
  CountAnswer,
  DecimalAnswer,
  FractionAnswer,
  IdAnswer,
  MoneyAnswer,
  ObjectAnswer,
  TimeAnswer,
} from '../http/answer-fields';
import { field } from '../http/validation/field';
import { IntegerQueryField } from '../http/validation/fields';
import { ROLLING, ROLLING_COLUMNS, RollingPointRead, toRollingPoint } from './rolling.dto';

export const CSV = { schema: { type: 'string', description: 'RFC 4180, with a header' } };
/** A chart has no more; beyond it a curve is a file. */
export const MOST_POINTS_BESIDE_EXPORTS = 10_000;
export const RESULT_FORMATS = ['application/json', 'text/csv'] as const;

const CURVES = ['benchmark', 'drawdown', 'position'] as const;

type Curve = (typeof CURVES)[number];

function readCurves(text: unknown): Curve[] | undefined {
  if (typeof text !== 'string') return undefined;
  const given = text.split(',');
  return given.every((name) => CURVES.some((curve) => curve === name)) ? (given as Curve[]) : undefined;
}

/** The query parameter that thins a curve out. */
export const POINTS = {
  description: 'Most points to return, thinned out so that every extreme is kept; all bars without (points)',
  minimum: 4,
  maximum: 1_000_000,
  optional: true,
} as const;

export class EquityQuery {
  @IntegerQueryField(POINTS)
  points?: number;

  @field(
    {
      rule: `must be one or more of ${CURVES.join(', ')} between commas`,
      read: readCurves,
      schema: { type: String, example: 'benchmark,drawdown' },
    },
    {
      description: `Other curves of the same bars, between commas: ${CURVES.join(', ')}; none without. Their extremes are kept, too`,
      optional: true,
    },
  )
  with?: Curve[];

  @IntegerQueryField(ROLLING)
  rolling?: number;
}

class EquityPointRead extends RollingPointRead {
  @TimeAnswer({ description: 'Open of the bar', example: '2000-01-03T00:00:00Z' })
  time: string;

  @MoneyAnswer({ description: 'Value of the account at the close of the bar', example: '10000' })
  equity: string;

  @MoneyAnswer({
    description:
      'Value of the benchmark, bought and held, at the close of the bar; null in runs of earlier versions. Left out unless requested',
    example: '10012.5',
    nullable: true,
    required: false,
  })
  benchmark?: string | null;

  @FractionAnswer({
    description:
      'Loss from the highest equity so far, as a share of it; 0 or positive. Left out unless requested',
    example: 0.031,
    required: false,
  })
  drawdown?: number;

  @DecimalAnswer('base currency', {
    description:
      'Quantity held at the close of the bar, negative where short; null in runs of earlier versions. Left out unless requested',
    example: '7.1',
    nullable: true,
    required: false,
  })
  position?: string | null;
}

export class EquityRead {
  @IdAnswer('of the backtest')
  id: number;

  @CountAnswer('points', { description: 'Bars of the run, of which points may be fewer', example: 5105 })
  total: number;

  @ObjectAnswer([EquityPointRead], { description: 'The equity curve, oldest first' })
  points: EquityPointRead[];
}

/** Values per bar; null where the run of an earlier version has none. */
interface Curves {
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
  readonly benchmark: Float64Array | null;
  readonly position: Float64Array | null;
  /** Null where none are requested. */
  readonly rolling: RollingRelative | null;
}

export function toEquityRead(
  id: number,
  curves: Curves,
  { points, with: requested = [] }: EquityQuery,
): EquityRead {
  const { openTimes, equity, benchmark, position, rolling } = curves;
  const drawdown = trackDrawdown(equity);
  const shown = requested.flatMap((name) => ({ benchmark, drawdown, position })[name] ?? []);
  const indices = thinOutCurves([equity, ...shown], points ?? equity.length);
  const decimalAt = (values: Float64Array | null, index: number) => values && toDecimalText(values[index]);
  return {
    id,
    total: equity.length,
    points: indices.map((index) => ({
      time: formatDateTime(openTimes[index]),
      equity: toDecimalText(equity[index]),
      ...(requested.includes('benchmark') && { benchmark: decimalAt(benchmark, index) }),
      ...(requested.includes('drawdown') && { drawdown: drawdown[index] }),
      ...(requested.includes('position') && { position: decimalAt(position, index) }),
      ...(rolling && toRollingPoint(rolling, index)),
    })),
  };
}

/** RFC 4180, with the columns requested. */
export function toEquityCsv({ points }: EquityRead, { with: requested = [], rolling }: EquityQuery): string {
  const curves = CURVES.filter((curve) => requested.includes(curve));
  const columns = ['time', 'equity', ...curves, ...(rolling === undefined ? [] : ROLLING_COLUMNS)] as const;
  const lines = points.map((point) => toCsvLine(columns.map((column) => point[column] ?? null)));
  return toCsvLine(columns) + lines.join('');
}
