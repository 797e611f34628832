import { REGIME_DETAILS_VERSION, type StoredRegimeDetails } from '#domain/analysis/stored-regime-details';
import {
  type CandleNeed,
  type IntervalSeries,
  toInterval,
} from '#domain/market-data/series/interval-candles';
import { type CandleColumns, firstCandleAtOrAfter, sliceCandleColumns } from '#engine/market/candle-columns';
import { intervalSeconds } from '#engine/market/interval';
import { limitWarnings } from '#engine/market/limit-warnings';
import { describeFit } from '#engine/regime/describe-fit';
import { detectRegime, type NoRegime } from '#engine/regime/detect-regime';
import { type Regime, REGIMES } from '#engine/regime/label-states';

export interface RegimeTask {
  readonly found: IntervalSeries;
  /** Candles of the stored series. */
  readonly stored: CandleColumns;
  readonly need: CandleNeed;
  /** What is to be said of the stored candles. */
  readonly warnings: readonly string[];
  readonly lookbackDays: number;
  /** Milliseconds since 1970 UTC. */
  readonly deadline: number;
}

/** What crosses back: 200,000 labels as texts would hold the event loop up while they are copied. */
export interface RegimeFinding {
  readonly regime: Regime;
  readonly confidence: number;
  /** Indices in REGIMES, oldest first. */
  readonly history: Uint8Array;
  /** Open times of the bars that they belong to, in ms. */
  readonly stateTimes: Float64Array;
  readonly details: StoredRegimeDetails;
  /** Open time of the last bar, ms. */
  readonly lastBar: number;
}

export function runRegimeTask({
  found,
  stored,
  need,
  warnings: ofStored,
  lookbackDays,
  deadline,
}: RegimeTask): RegimeFinding | NoRegime {
  const { candles: loaded, warnings } = toInterval(found, stored, need);
  const first = firstCandleAtOrAfter(loaded, need.start.getTime());
  const candles = sliceCandleColumns(loaded, first, loaded.length);
  const result = detectRegime(candles, intervalSeconds(found.interval), found.series.calendar, {
    onIteration: () => Date.now() < deadline,
  });
  if ('reason' in result) return result;
  const { regime, confidence, history, openTimes } = result;
  return {
    regime,
    confidence,
    history: Uint8Array.from(history, (label) => REGIMES.indexOf(label)),
    stateTimes: openTimes,
    lastBar: candles.openTime[candles.length - 1],
    details: {
      version: REGIME_DETAILS_VERSION,
      bars: candles.length,
      lookbackDays,
      ...describeFit(result),
      warnings: limitWarnings([...warnings, ...ofStored]),
    },
  };
}
