import type { Calendar } from '#engine/market/calendar';
import type { CandleColumns } from '#engine/market/candle-columns';
import { detectRegime } from '#engine/regime/detect-regime';

export interface RegimeTask {
  readonly candles: CandleColumns;
  readonly intervalSeconds: number;
  readonly calendar: Calendar;
  /** Milliseconds since 1970 UTC. */
  readonly deadline: number;
}

export function runRegimeTask({ candles, intervalSeconds, calendar, deadline }: RegimeTask) {
  return detectRegime(candles, intervalSeconds, calendar, { onIteration: () => Date.now() < deadline });
}
