import { type Calendar } from '../calendar/calendar';
import { newYorkOffset } from '../calendar/new-york-clock';
import { tradingWeekOf } from '../calendar/trading-week';
import { sessionsBetween, type XnysSession } from '../calendar/xnys-sessions';
import { DAY_MILLISECONDS } from '../calendar/day';

/**
 * Where the intervals of a session are counted from: its open (09:30, 10:30, … for 1h; 17:00 in New York on 24x5), 00:00 UTC
 * (how longer candles are aggregated from shorter ones here) or midnight in New York. All three occur in the wild.
 */
export const ORIGINS = ['session', 'utc', 'new_york'] as const;

export type SessionOrigin = (typeof ORIGINS)[number];

/** The times at which the candles of a series can open. */
export interface CandleGrid {
  readonly calendar: Calendar;
  readonly intervalMilliseconds: number;
  readonly origin: SessionOrigin;
  /** How far round-the-clock candles open after multiples of the interval, in ms. */
  readonly phase: number;
}

/** Sessions begin at a full or half hour, trading weeks at a full one: intervals that divide it lie on one grid only. */
const ONE_GRID_MILLISECONDS = { XNYS: 1_800_000, '24x5': 3_600_000 } as const;
/** The first candles of a series say what its grid is; reading a million would take longer than everything else. */
const MOST_VOTERS = 10_000;

/** The grid of a series nothing is known of: intervals from the open of an XNYS session, else from 00:00 UTC. */
export function regularGrid(intervalSeconds: number, calendar: Calendar): CandleGrid {
  const origin = calendar === 'XNYS' ? 'session' : 'utc';
  return { calendar, intervalMilliseconds: intervalSeconds * 1000, origin, phase: 0 };
}

/** Whether the candles of an interval of a session's or week's calendar say on which of several grids they lie. */
export function hasSeveralGrids(intervalMilliseconds: number, calendar: Calendar): boolean {
  if (calendar === '24x7') return false;
  if (calendar === 'XNYS' && intervalMilliseconds >= DAY_MILLISECONDS) return false;
  return ONE_GRID_MILLISECONDS[calendar] % intervalMilliseconds !== 0;
}

/**
 * The grid that most of a series' first 10,000 candles lie on, the regular one where they don't show it. `openTimes` in ms,
 * ascending.
 * They have no choice where all grids are one (see hasSeveralGrids).
 */
export function gridOf(openTimes: Float64Array, intervalSeconds: number, calendar: Calendar): CandleGrid {
  const regular = regularGrid(intervalSeconds, calendar);
  const { intervalMilliseconds } = regular;
  if (openTimes.length === 0) return regular;
  const voters = openTimes.subarray(0, MOST_VOTERS);
  if (calendar === '24x7') return { ...regular, phase: mostCommonPhase(voters, intervalMilliseconds) };
  if (!hasSeveralGrids(intervalMilliseconds, calendar)) return regular;
  const vote = calendar === 'XNYS' ? mostCommonOrigin : mostCommonWeekOrigin;
  return { ...regular, origin: vote(voters, intervalMilliseconds) };
}

/** An instant that intervals of this session's day are counted from, in ms. */
export function originOf(session: XnysSession, origin: SessionOrigin): number {
  if (origin === 'session') return session.open;
  return origin === 'utc' ? session.date : session.date + newYorkOffset(session.date);
}

function mostCommonOrigin(openTimes: Float64Array, intervalMilliseconds: number): SessionOrigin {
  const votes = ORIGINS.map(() => 0);
  const last = openTimes[openTimes.length - 1];
  let index = 0;
  for (const session of sessionsBetween(openTimes[0] - DAY_MILLISECONDS, last + DAY_MILLISECONDS)) {
    const origins = ORIGINS.map((origin) => originOf(session, origin));
    // The candle that holds the open can begin before it.
    while (index < openTimes.length && openTimes[index] <= session.open - intervalMilliseconds) index++;
    for (; index < openTimes.length && openTimes[index] < session.close; index++) {
      for (let voted = 0; voted < votes.length; voted++) {
        if ((openTimes[index] - origins[voted]) % intervalMilliseconds === 0) votes[voted]++;
      }
    }
  }
  return ORIGINS[votes.indexOf(Math.max(...votes))];
}

/** 00:00 UTC unless more candles count from 17:00 in New York, which moves with daylight saving time. */
function mostCommonWeekOrigin(openTimes: Float64Array, intervalMilliseconds: number): SessionOrigin {
  let [utc, session] = [0, 0];
  let week = tradingWeekOf(openTimes[0]);
  for (let index = 0; index < openTimes.length; index++) {
    const time = openTimes[index];
    if (time >= week.close) week = tradingWeekOf(time);
    if (time % intervalMilliseconds === 0) utc++;
    if ((time - week.open) % intervalMilliseconds === 0) session++;
  }
  return session > utc ? 'session' : 'utc';
}

/** 0, unless the first candle lies elsewhere and more of them share its phase: some exchanges' days start at 16:00 UTC. */
function mostCommonPhase(openTimes: Float64Array, intervalMilliseconds: number): number {
  const phase = openTimes[0] % intervalMilliseconds;
  if (phase === 0) return 0;
  let shifted = 0;
  let regular = 0;
  for (let index = 0; index < openTimes.length; index++) {
    const offset = openTimes[index] % intervalMilliseconds;
    if (offset === phase) shifted++;
    else if (offset === 0) regular++;
  }
  return shifted > regular ? phase : 0;
}
