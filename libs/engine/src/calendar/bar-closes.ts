import { lentColumn } from '../lent-column';
import { type Calendar } from './calendar';
import { xnysSession } from './xnys-sessions';

/**
 * When each bar closes, in ms, from when it opens: an interval later, of XNYS at the close of the session where that is
 * earlier. What is traded outside of a session closes after its interval. `into` may be lent for them, as long as `openTime`.
 */
export function barCloses(
  openTime: Float64Array,
  intervalSeconds: number,
  calendar: Calendar,
  into?: Float64Array,
): Float64Array {
  const closes = lentColumn(openTime.length, into);
  const barMilliseconds = intervalSeconds * 1000;
  if (calendar !== 'XNYS') {
    for (let bar = 0; bar < closes.length; bar++) closes[bar] = openTime[bar] + barMilliseconds;
    return closes;
  }
  for (let bar = 0; bar < closes.length; bar++) {
    const time = openTime[bar];
    const session = xnysSession(time);
    const isInSession =
      session !== undefined && time < session.close && time + barMilliseconds > session.open;
    closes[bar] = isInSession ? Math.min(time + barMilliseconds, session.close) : time + barMilliseconds;
  }
  return closes;
}
