import { type CandleColumns } from './candle-columns';
import { DAY_MILLISECONDS } from '../calendar/day';
import { formatDate } from './parse-time';

const LARGEST_RATIO = 50;
/** Part of the ratio by which an open may be off it. */
const TOLERANCE = 0.03;
/** From the session of the jump on. */
const SESSIONS_HELD = 3;

/** A jump of the price between two sessions that looks like a split. */
export interface SplitLikeJump {
  /** Of the first session after it, YYYY-MM-DD. */
  readonly date: string;
  /** Open over the close before: 1:7 or 7:1. */
  readonly ratio: string;
}

/**
 * The sessions of an exchange of shares that open within 3 % of 1:n or n:1 of the close before, n = 2 to 50, where that
 * and the next two sessions close at the new level: by more than half of the jump (in logarithms) away from the old one.
 * History that is adjusted for its splits has none.
 */
export function findSplitLikeJumps(candles: CandleColumns): SplitLikeJump[] {
  const { openTime, open, close, length } = candles;
  const found: SplitLikeJump[] = [];
  for (let bar = 1; bar < length; bar++) {
    const jump = open[bar] / close[bar - 1];
    if (jump > 1 / (2 - 2 * TOLERANCE) && jump < 2 - 2 * TOLERANCE) continue;
    if (dayOf(openTime[bar]) === dayOf(openTime[bar - 1])) continue;
    const ratio = splitRatio(jump);
    if (ratio !== null && holds(candles, bar, jump)) found.push({ date: formatDate(openTime[bar]), ratio });
  }
  return found;
}

/** One sentence for each, but for those on the date of a split that is known. */
export function splitWarnings(jumps: readonly SplitLikeJump[], knownDates: readonly string[]): string[] {
  return jumps
    .filter(({ date }) => !knownDates.includes(date))
    .map(
      ({ date, ratio }) =>
        `the price on ${date} is ${ratio} of the close before and stays there: looks like an unadjusted split`,
    );
}

function splitRatio(jump: number): string | null {
  const times = jump > 1 ? jump : 1 / jump;
  const n = Math.min(LARGEST_RATIO, Math.round(times));
  const off = Math.abs((jump > 1 ? jump / n : jump * n) - 1);
  if (n < 2 || off > TOLERANCE) return null;
  return jump > 1 ? `${n}:1` : `1:${n}`;
}

function holds({ openTime, close, length }: CandleColumns, first: number, jump: number): boolean {
  const before = close[first - 1];
  let sessions = 0;
  for (let bar = first; bar < length && sessions < SESSIONS_HELD; bar++) {
    if (bar + 1 < length && dayOf(openTime[bar + 1]) === dayOf(openTime[bar])) continue;
    if (Math.log(close[bar] / before) / Math.log(jump) <= 0.5) return false;
    sessions++;
  }
  return sessions === SESSIONS_HELD;
}

/** The UTC day, which is the session's date for all hours at which shares trade. */
function dayOf(time: number): number {
  return Math.floor(time / DAY_MILLISECONDS);
}
