import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { computeRollingRegimes, type RegimeCodes, type RollingSettings } from './rolling-regimes';

/** Rolling regimes, computed once for all that run on the candles of a memo. */
export function rememberedRegimes(
  candles: CandleColumns,
  { lookback, refit }: RollingSettings,
  indicators: IndicatorMemo,
): RegimeCodes {
  return indicators.get(`rolling_regimes ${lookback} ${refit}`, () =>
    computeRollingRegimes(candles, { lookback, refit }),
  );
}
