import { barCloses } from '../calendar/bar-closes';
import { type Calendar } from '../calendar/calendar';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';

/** When each candle closes, in ms; once for all that run on the candles of a memo. */
export function closeTimesOf(
  { openTime }: Pick<CandleColumns, 'openTime'>,
  { intervalSeconds, calendar }: { readonly intervalSeconds: number; readonly calendar: Calendar },
  indicators: IndicatorMemo,
): Float64Array {
  return indicators.getOwned('close times', openTime.length, (into) =>
    barCloses(openTime, intervalSeconds, calendar, into),
  );
}
