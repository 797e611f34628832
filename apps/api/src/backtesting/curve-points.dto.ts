import { toDecimalText } from '#engine/decimal/decimal-text';
import { toCsvLine } from '#engine/csv/to-csv-line';
import { formatDateTime } from '#engine/market/parse-time';
import { thinOutCurves } from '#engine/performance/thin-out-curve';
import type { RollingRelative } from '#engine/performance/relative/rolling-relative';
import { trackDrawdown } from '#engine/performance/track-drawdown';
import { FractionAnswer, MoneyAnswer, TimeAnswer } from '../http/answer-fields';
import { field } from '../http/validation/field';
import { IntegerQueryField } from '../http/validation/fields';
import { ROLLING, ROLLING_COLUMNS, RollingPointRead, toRollingPoint } from './rolling.dto';

/** The query parameter that thins a curve out. */
const POINTS = {
  description: 'Most points to return, thinned out so that every extreme is kept; all bars without (points)',
  minimum: 4,
  maximum: 1_000_000,
  optional: true,
} as const;

/** Curves that every account has beside its equity. */
export const SHARED_CURVES = ['benchmark', 'drawdown'] as const;

/** Names of curves between commas, as a list. */
function CurvesField(curves: readonly string[]): PropertyDecorator {
  const read = (text: unknown) => {
    const given = typeof text === 'string' ? text.split(',') : [];
    return given.length > 0 && given.every((name) => curves.includes(name)) ? given : undefined;
  };
  return field(
    {
      rule: `must be one or more of ${curves.join(', ')} between commas`,
      read,
      schema: { type: String, example: 'benchmark,drawdown' },
    },
    {
      description: `Other curves of the same bars, between commas: ${curves.join(', ')}; none without. Their extremes are kept, too`,
      optional: true,
    },
  );
}

/** What is requested of a curve: how many points, and what else of the same bars. */
export function curveQueryOf(curves: readonly string[]) {
  class CurveQuery {
    @IntegerQueryField(POINTS)
    points?: number;

    @CurvesField(curves)
    with?: string[];

    @IntegerQueryField(ROLLING)
    rolling?: number;
  }
  return CurveQuery;
}

export class CurvePointRead extends RollingPointRead {
  @TimeAnswer({ description: 'Open of the bar', example: '2000-01-03T00:00:00Z' })
  time: string;

  @MoneyAnswer({ description: 'Value of the account at the close of the bar', example: '10000' })
  equity: string;

  @MoneyAnswer({
    description:
      'Value of the benchmark at the close of the bar; null in runs of earlier versions. Left out unless requested',
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
}

/** Values per bar; null where the run of an earlier version has none. */
export interface AccountCurves {
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
  readonly benchmark: Float64Array | null;
  /** Null where none are requested. */
  readonly rolling: RollingRelative | null;
}

/** What accounts of a kind alone have beside the curves of all. */
interface FurtherCurve<Name extends string, Shown> {
  readonly name: Name;
  readonly values: Float64Array | null;
  readonly show: (value: number) => Shown;
}

interface CurveRequest {
  readonly points?: number;
  readonly with?: readonly string[];
  readonly rolling?: number;
}

/** The points requested, with both ends and every extreme of the curves that are shown. */
export function toCurvePoints<Name extends string, Shown>(
  { openTimes, equity, benchmark, rolling }: AccountCurves,
  { points = equity.length, with: requested = [] }: CurveRequest,
  { name, values, show }: FurtherCurve<Name, Shown>,
): (CurvePointRead & { readonly [Further in Name]?: Shown | null })[] {
  const drawdown = trackDrawdown(equity);
  const curves: Readonly<Record<string, Float64Array | null>> = { benchmark, drawdown, [name]: values };
  const shown = requested.flatMap((curve) => curves[curve] ?? []);
  return thinOutCurves([equity, ...shown], points).map((index) => ({
    time: formatDateTime(openTimes[index]),
    equity: toDecimalText(equity[index]),
    ...(requested.includes('benchmark') && { benchmark: benchmark && toDecimalText(benchmark[index]) }),
    ...(requested.includes('drawdown') && { drawdown: drawdown[index] }),
    ...((requested.includes(name) ? { [name]: values && show(values[index]) } : {}) as {
      readonly [Further in Name]?: Shown | null;
    }),
    ...(rolling && toRollingPoint(rolling, index)),
  }));
}

/** RFC 4180, with the columns requested, in the order of `curves`. */
export function toCurveCsv(
  points: readonly CurvePointRead[],
  { with: requested = [], rolling }: CurveRequest,
  curves: readonly string[],
): string {
  return toPointsCsv(points, [
    'time',
    'equity',
    ...curves.filter((curve) => requested.includes(curve)),
    ...(rolling === undefined ? [] : ROLLING_COLUMNS),
  ]);
}

/** RFC 4180; a cell that a point has not is empty. */
export function toPointsCsv(points: readonly object[], columns: readonly string[]): string {
  const lines = points.map((point) => {
    const cells = point as Readonly<Record<string, string | number | null | undefined>>;
    return toCsvLine(columns.map((column) => cells[column] ?? null));
  });
  return toCsvLine(columns) + lines.join('');
}
