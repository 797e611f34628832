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
import { detectRegime } from '#engine/regime/detect-regime';
import type { Regime } from '#engine/regime/label-states';
import { handOver } from '#platform/threads/hand-over';

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

/**
 * What crosses back. 200,000 labels would hold the event loop up while they are copied and spelled there: they come as the bytes of
 * the text that is stored and answered, and change hands.
 */
export interface RegimeFinding {
  readonly regime: Regime;
  readonly confidence: number;
  /** A JSON array of labels, oldest first; ASCII. */
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
}: RegimeTask) {
  const { candles: loaded, warnings } = toInterval(found, stored, need);
  const first = firstCandleAtOrAfter(loaded, need.start.getTime());
  const candles = sliceCandleColumns(loaded, first, loaded.length);
  const result = detectRegime(candles, intervalSeconds(found.interval), found.series.calendar, {
    onIteration: () => Date.now() < deadline,
  });
  if ('reason' in result) return result;
  const { regime, confidence, history, openTimes } = result;
  const finding: RegimeFinding = {
    regime,
    confidence,
    history: new TextEncoder().encode(JSON.stringify(history)),
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
  return handOver(finding, [finding.history, finding.stateTimes]);
}
