import type { Calendar } from './calendar';
import { ORIGINS, originOf } from './candle-grid';
import { DAY_MILLISECONDS } from './xnys-dates';
import { xnysSession } from './xnys-sessions';

/**
 * Whether one candle opens where an interval can begin, whatever the others of its series do (see countOffGrid for those).
 * Round the clock: at a multiple of the interval since 1970 UTC. XNYS: inside a session, by any count that gridOf knows;
 * daily ones at 00:00 UTC of a session's date. `openTime` in ms.
 */
export function opensOnGrid(openTime: number, intervalSeconds: number, calendar: Calendar): boolean {
  const milliseconds = intervalSeconds * 1000;
  if (calendar === '24x7') return openTime % milliseconds === 0;
  const session = xnysSession(openTime);
  if (!session) return false;
  if (milliseconds >= DAY_MILLISECONDS) return openTime === session.date;
  // The candle that holds the open can begin before it.
  if (openTime <= session.open - milliseconds || openTime >= session.close) return false;
  return ORIGINS.some((origin) => (openTime - originOf(session, origin)) % milliseconds === 0);
}
