import type { Calendar } from '../calendar/calendar';
import { ORIGINS, originOf } from './candle-grid';
import { tradingWeekOf } from '../calendar/trading-week';
import { xnysSession } from '../calendar/xnys-sessions';
import { DAY_MILLISECONDS } from '../calendar/day';

/**
 * Whether one candle opens where an interval can begin, whatever the others of its series do (see countOffGrid for those).
 * Round the clock: at a multiple of the interval since 1970 UTC. XNYS: inside a session, by any count that gridOf knows;
 * daily ones at 00:00 UTC of a session's date. 24x5: inside the week, holidays included, at a multiple of the interval since
 * 1970 UTC or since 17:00 in New York; daily ones Monday to Friday, and the one that some have for the hours of Sunday.
 * `openTime` in ms.
 */
export function opensOnGrid(openTime: number, intervalSeconds: number, calendar: Calendar): boolean {
  const milliseconds = intervalSeconds * 1000;
  if (calendar === '24x7') return openTime % milliseconds === 0;
  if (calendar === '24x5') return opensOnWeekGrid(openTime, milliseconds);
  const session = xnysSession(openTime);
  if (!session) return false;
  if (milliseconds >= DAY_MILLISECONDS) return openTime === session.date;
  // The candle that holds the open can begin before it.
  if (openTime <= session.open - milliseconds || openTime >= session.close) return false;
  return ORIGINS.some((origin) => (openTime - originOf(session, origin)) % milliseconds === 0);
}

function opensOnWeekGrid(openTime: number, milliseconds: number): boolean {
  const { open, close } = tradingWeekOf(openTime);
  if (openTime <= open - milliseconds || openTime >= close) return false;
  return openTime % milliseconds === 0 || (openTime - open) % milliseconds === 0;
}
