import type { Calendar } from '#engine/market/calendar';
import type { CandleColumns } from '#engine/market/candle-columns';
import { detectRegime, type NoRegime } from '#engine/regime/detect-regime';
import { type Regime, REGIMES } from '#engine/regime/label-states';
import { describeFit } from './regime-details';

export interface RegimeTask {
  readonly candles: CandleColumns;
  readonly intervalSeconds: number;
  readonly calendar: Calendar;
  readonly lookbackDays: number;
  /** Milliseconds since 1970 UTC. */
  readonly deadline: number;
}

/** What crosses back: 200,000 labels as texts would hold the event loop up while they are copied. */
export interface RegimeFinding {
  readonly regime: Regime;
  readonly confidence: number;
  /** Places in REGIMES, oldest first. */
  readonly history: Uint8Array;
  readonly details: object;
}

export function runRegimeTask({
  candles,
  intervalSeconds,
  calendar,
  lookbackDays,
  deadline,
}: RegimeTask): RegimeFinding | NoRegime {
  const result = detectRegime(candles, intervalSeconds, calendar, {
    onIteration: () => Date.now() < deadline,
  });
  if ('reason' in result) return result;
  const { regime, confidence, history } = result;
  return {
    ...{ regime, confidence },
    history: Uint8Array.from(history, (label) => REGIMES.indexOf(label)),
    details: describeFit(result, { bars: candles.length, lookbackDays }),
  };
}
