import { toDecimalText } from '#engine/decimal/decimal-text';
import { CountAnswer, DecimalAnswer, IdAnswer, ObjectAnswer } from '../http/answer-fields';
import {
  type AccountCurves,
  CurvePointRead,
  curveQueryOf,
  SHARED_CURVES,
  toCurveCsv,
  toCurvePoints,
} from './curve-points.dto';

export const CSV = { schema: { type: 'string', description: 'RFC 4180, with a header' } };
/** A chart has no more; beyond it a curve is a file. */
export const MOST_POINTS_BESIDE_EXPORTS = 10_000;
export const RESULT_FORMATS = ['application/json', 'text/csv'] as const;

const CURVES = [...SHARED_CURVES, 'position'] as const;

export class EquityQuery extends curveQueryOf(CURVES) {}

class EquityPointRead extends CurvePointRead {
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

interface Curves extends AccountCurves {
  readonly position: Float64Array | null;
}

export function toEquityRead(id: number, curves: Curves, query: EquityQuery): EquityRead {
  const position = { name: 'position', values: curves.position, show: toDecimalText } as const;
  return { id, total: curves.equity.length, points: toCurvePoints(curves, query, position) };
}

export function toEquityCsv({ points }: EquityRead, query: EquityQuery): string {
  return toCurveCsv(points, query, CURVES);
}
