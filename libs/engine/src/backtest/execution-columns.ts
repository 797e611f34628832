import { averageTrueRangeIndicator, averageTrueRangeLookback } from '../indicators/average-true-range';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { realisedVolatility, realisedVolatilityLookback } from '../indicators/realised-volatility';
import { type CandleColumns } from '../market/candle-columns';
import { averageRange } from '../indicators/memoised-columns';
import { runWarmup } from '../indicators/run-warmup';
import { type Execution } from './execution';

/** Bars of the average true range that `atr` distances are multiples of. */
const RANGE_PERIOD = 14;
/** Logarithmic close-to-close returns that `volatility_target` measures volatility over. */
const VOLATILITY_PERIOD = 30;

/** What an execution measures of the candles, null where it needs none. */
export interface ExecutionColumns {
  /** ATR(14), in price. */
  readonly averageTrueRange: Float64Array | null;
  /** Annualised, a fraction. */
  readonly annualVolatility: Float64Array | null;
}

export function executionColumns(
  candles: CandleColumns,
  execution: Execution,
  barsPerYear: number,
  indicators: IndicatorMemo,
): ExecutionColumns {
  const { close } = candles;
  return {
    averageTrueRange: averageTrueRangeOf(candles, execution, indicators),
    annualVolatility: measuresVolatility(execution)
      ? indicators.get(`realised_volatility:close:${VOLATILITY_PERIOD}:${barsPerYear}`, () =>
          realisedVolatility(close, VOLATILITY_PERIOD, barsPerYear),
        )
      : null,
  };
}

/** ATR(14), in price; null where no distance is a multiple of it. */
export function averageTrueRangeOf(
  candles: CandleColumns,
  execution: Execution,
  indicators: IndicatorMemo,
): Float64Array | null {
  return measuresRange(execution) ? averageRange(candles, RANGE_PERIOD, indicators) : null;
}

/** Bars an execution must have seen before it can decide on a first entry. */
export function executionWarmupBars(execution: Execution): number {
  return Math.max(
    measuresRange(execution) ? averageTrueRangeLookback(RANGE_PERIOD) : 0,
    measuresVolatility(execution) ? realisedVolatilityLookback(VOLATILITY_PERIOD) : 0,
  );
}

/** Bars after which nothing it measures depends on where the candles begin. */
export function executionSettledAfter(execution: Execution): number {
  const settled = measuresRange(execution)
    ? runWarmup(averageTrueRangeIndicator, { period: RANGE_PERIOD })
    : 0;
  return Math.max(settled, executionWarmupBars(execution));
}

function measuresRange({ stopLoss, takeProfit, trailingStop }: Execution): boolean {
  return [stopLoss, takeProfit, trailingStop].some((distance) => distance?.unit === 'atr');
}

function measuresVolatility({ sizing }: Execution): boolean {
  return sizing.mode === 'volatility_target';
}
