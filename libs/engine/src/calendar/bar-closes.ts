import { type Calendar } from './calendar';
import { xnysSession } from './xnys-sessions';

/**
 * When each bar closes, in ms, from when it opens: an interval later, of XNYS at the close of the session where that is
 * earlier. What is traded outside of a session closes after its interval.
 */
export function barCloses(openTime: Float64Array, intervalSeconds: number, calendar: Calendar): Float64Array {
  const barMilliseconds = intervalSeconds * 1000;
  if (calendar !== 'XNYS') {
    const closes = new Float64Array(openTime.length);
    for (let bar = 0; bar < closes.length; bar++) closes[bar] = openTime[bar] + barMilliseconds;
    return closes;
  }
  return openTime.map((time) => {
    const session = xnysSession(time);
    const isInSession =
      session !== undefined && time < session.close && time + barMilliseconds > session.open;
    return isInSession ? Math.min(time + barMilliseconds, session.close) : time + barMilliseconds;
  });
}
