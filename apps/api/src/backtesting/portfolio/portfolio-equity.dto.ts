import { CountAnswer, FractionAnswer, IdAnswer, ObjectAnswer } from '../../http/answer-fields';
import {
  type AccountCurves,
  CurvePointRead,
  curveQueryOf,
  SHARED_CURVES,
  toCurveCsv,
  toCurvePoints,
} from '../curve-points.dto';

const CURVES = [...SHARED_CURVES, 'cash'] as const;

export class PortfolioEquityQuery extends curveQueryOf(CURVES) {}

class PortfolioPointRead extends CurvePointRead {
  @FractionAnswer({
    description:
      'Share of the equity that is not in positions at the close of the bar; negative where more is held than there is equity. Left out unless requested',
    example: 0.02,
    required: false,
  })
  cash?: number | null;
}

export class PortfolioEquityRead {
  @IdAnswer('of the portfolio run', 7)
  id: number;

  @CountAnswer('points', { description: 'Bars of the run, of which points may be fewer', example: 2516 })
  total: number;

  @ObjectAnswer([PortfolioPointRead], { description: 'The equity curve, oldest first' })
  points: PortfolioPointRead[];
}

interface PortfolioCurves extends AccountCurves {
  readonly cash: Float64Array;
}

export function toPortfolioEquity(
  id: number,
  curves: PortfolioCurves,
  query: PortfolioEquityQuery,
): PortfolioEquityRead {
  const cash = { name: 'cash', values: curves.cash, show: (share: number) => share } as const;
  return { id, total: curves.equity.length, points: toCurvePoints(curves, query, cash) };
}

export function toPortfolioEquityCsv({ points }: PortfolioEquityRead, query: PortfolioEquityQuery): string {
  return toCurveCsv(points, query, CURVES);
}
