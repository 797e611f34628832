import {
  ROLLING_MEASURES,
  type RollingMeasure,
  type RollingRelative,
} from '#engine/performance/relative/rolling-relative';
import { FractionAnswer, NumberAnswer } from '../http/answer-fields';

/** The query parameter that has figures rolled over so many returns. */
export const ROLLING = {
  description:
    'Returns in a window: every point then has the figures of the last so many up to the close of its bar, `rolling_…` (returns: of days, or of bars in a short intraday run)',
  minimum: 2,
  maximum: 10_000,
  optional: true,
  example: 63,
} as const;

const LEFT_OUT = 'null before as many returns, and where undefined. Left out unless requested';

/** Figures of the last returns up to a point. */
export class RollingPointRead {
  @FractionAnswer({
    description: `Alpha against the benchmark, annualised; ${LEFT_OUT}`,
    example: 0.0103,
    nullable: true,
    required: false,
  })
  rolling_alpha?: number | null;

  @NumberAnswer('ratio', {
    description: `Beta against the benchmark; ${LEFT_OUT}`,
    example: 0.293,
    nullable: true,
    required: false,
  })
  rolling_beta?: number | null;

  @FractionAnswer({
    description: `Share of the variance that the benchmark explains; ${LEFT_OUT}`,
    example: 0.293,
    nullable: true,
    required: false,
  })
  rolling_r_squared?: number | null;

  @NumberAnswer('ratio, annualised', {
    description: `Information ratio; ${LEFT_OUT}`,
    example: -0.164,
    nullable: true,
    required: false,
  })
  rolling_information_ratio?: number | null;

  @FractionAnswer({
    description: `Mean of the returns minus those of the benchmark, times the periods of a year; ${LEFT_OUT}`,
    example: -0.0275,
    nullable: true,
    required: false,
  })
  rolling_active_return?: number | null;

  @NumberAnswer('ratio, annualised', {
    description: `Sharpe ratio with a risk-free rate of 0; ${LEFT_OUT}`,
    example: 0.24,
    nullable: true,
    required: false,
  })
  rolling_sharpe_ratio?: number | null;

  @FractionAnswer({
    description: `Annual volatility; ${LEFT_OUT}`,
    example: 0.113,
    nullable: true,
    required: false,
  })
  rolling_volatility?: number | null;
}

const NAMES = {
  alpha: 'rolling_alpha',
  beta: 'rolling_beta',
  rSquared: 'rolling_r_squared',
  informationRatio: 'rolling_information_ratio',
  activeReturn: 'rolling_active_return',
  sharpeRatio: 'rolling_sharpe_ratio',
  volatility: 'rolling_volatility',
} as const satisfies Record<RollingMeasure, keyof RollingPointRead>;

/** In the order of the CSV. */
export const ROLLING_COLUMNS = ROLLING_MEASURES.map((measure) => NAMES[measure]);

type RollingPoint = Readonly<Record<(typeof NAMES)[RollingMeasure], number | null>>;

export function toRollingPoint(columns: RollingRelative, index: number): RollingPoint {
  const figures = ROLLING_MEASURES.map((measure) => {
    const value = columns[measure][index];
    return [NAMES[measure], Number.isNaN(value) ? null : value] as const;
  });
  return Object.fromEntries(figures) as RollingPoint;
}
