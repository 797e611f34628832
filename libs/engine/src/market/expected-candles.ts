import { type Calendar } from '../calendar/calendar';
import { type CandleGrid, originOf, regularGrid } from './candle-grid';
import { tradingDaysBetween, tradingRunsBetween } from '../calendar/trading-week';
import { sessionsBetween } from '../calendar/xnys-sessions';
import { DAY_MILLISECONDS } from '../calendar/day';

/** Trading without a break, cut into intervals that should each have a candle. All times in ms. */
export interface Stretch {
  /** Where its first interval begins; in a session that can be before the open. */
  readonly start: number;
  readonly count: number;
  /** The end of trading, exclusive; it can cut the last interval short. */
  readonly end: number;
}

export interface TimeRange {
  /** Inclusive, ms. */
  readonly from: number;
  /** Exclusive, ms. */
  readonly to: number;
}

/**
 * The open times (ms, ascending) that a complete series has in a range. Round the clock: every interval. Daily: 00:00 UTC of
 * the date of each XNYS session, or of each 24x5 trading day, Monday to Friday. Intraday: every interval of which a part lies
 * inside a session or trading week, so the first one can open before it, when `grid` counts them from elsewhere.
 *
 * The result is as long as the range: bound the range first.
 */
export function expectedOpenTimes(
  range: TimeRange,
  intervalSeconds: number,
  calendar: Calendar,
  grid: CandleGrid = regularGrid(intervalSeconds, calendar),
): Float64Array {
  const stretches = stretchesFrom(range, grid, Math.ceil);
  const openTimes = new Float64Array(stretches.reduce((total, { count }) => total + count, 0));
  let index = 0;
  for (const { start, count } of stretches) {
    for (let interval = 0; interval < count; interval++) {
      openTimes[index++] = start + interval * grid.intervalMilliseconds;
    }
  }
  return openTimes;
}

/** How many candles that is, without making them; on the regular grid. */
export function countExpected(range: TimeRange, intervalSeconds: number, calendar: Calendar): number {
  const stretches = stretchesFrom(range, regularGrid(intervalSeconds, calendar), Math.ceil);
  return stretches.reduce((total, { count }) => total + count, 0);
}

/**
 * The stretches whose intervals begin in a range. Of the interval that `range.from` itself falls into, `round` says whether
 * it belongs to them: Math.ceil for no, Math.floor for yes.
 */
export function stretchesFrom(
  range: TimeRange,
  grid: CandleGrid,
  round: typeof Math.ceil | typeof Math.floor,
): Stretch[] {
  const { calendar, intervalMilliseconds, phase } = grid;
  if (!(range.from < range.to)) return [];
  if (calendar === '24x7') {
    const start = phase + round((range.from - phase) / intervalMilliseconds) * intervalMilliseconds;
    const count = Math.max(0, Math.ceil((range.to - start) / intervalMilliseconds));
    return [{ start, count, end: start + count * intervalMilliseconds }];
  }
  const stretches: Stretch[] = [];
  for (const { origin, open, end } of tradingBetween(range, grid)) {
    if (range.from >= end) continue;
    const begin = origin + Math.floor((open - origin) / intervalMilliseconds) * intervalMilliseconds;
    const first = Math.max(0, round((range.from - begin) / intervalMilliseconds));
    const afterLast = Math.ceil((Math.min(end, range.to) - begin) / intervalMilliseconds);
    if (first >= afterLast) continue;
    stretches.push({ start: begin + first * intervalMilliseconds, count: afterLast - first, end });
  }
  return stretches;
}

interface Trading {
  /** Where intervals are counted from. */
  readonly origin: number;
  readonly open: number;
  /** Exclusive. */
  readonly end: number;
}

/** The stretches of trading that a range may reach into, oldest first; a daily candle's is its whole day. */
function tradingBetween({ from, to }: TimeRange, grid: CandleGrid): Trading[] {
  const isDaily = grid.intervalMilliseconds >= DAY_MILLISECONDS;
  if (grid.calendar === 'XNYS') {
    const sessions = sessionsBetween(from - DAY_MILLISECONDS, to);
    return isDaily
      ? sessions.map(({ date }) => wholeDay(date))
      : sessions.map((session) => ({
          origin: originOf(session, grid.origin),
          open: session.open,
          end: session.close,
        }));
  }
  const isCountedFromOpen = grid.origin === 'session';
  if (isDaily) {
    const days = tradingDaysBetween(from - DAY_MILLISECONDS, to + DAY_MILLISECONDS);
    return days.map(({ date, open }) => wholeDay(isCountedFromOpen ? open : date));
  }
  const runs = tradingRunsBetween(from, to);
  return runs.map(({ open, close }) => ({ origin: isCountedFromOpen ? open : 0, open, end: close }));
}

function wholeDay(start: number): Trading {
  return { origin: start, open: start, end: start + DAY_MILLISECONDS };
}
