import type { Calendar } from '#engine/calendar/calendar';
import { intervalSeconds } from '#engine/market/interval';
import { opensOnGrid } from '#engine/market/opens-on-grid';
import type { IngestResult } from './candle-ingest';
import type { NamedCandles } from '../series/candle-writes';

/** How many of the candles that were taken do not open where their interval begins: a file of the wrong interval, perhaps. */
export function offGridAmong(
  { name, candles }: NamedCandles,
  refused: IngestResult['refused'],
  calendar: Calendar,
): number {
  const seconds = intervalSeconds(name.interval);
  const isOff = ({ openTime }: NamedCandles['candles'][number]) =>
    !opensOnGrid(openTime.getTime(), seconds, calendar);
  const refusedOff = refused.filter(({ index }) => isOff(candles[index])).length;
  return candles.filter(isOff).length - refusedOff;
}
