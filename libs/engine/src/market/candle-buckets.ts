import type { Calendar } from '../calendar/calendar';
import { regularGrid } from './candle-grid';
import { type Stretch, stretchesFrom } from './expected-candles';
import { tradingWeekOf } from '../calendar/trading-week';
import { sessionsBetween, xnysSession } from '../calendar/xnys-sessions';
import { DAY_MILLISECONDS } from '../calendar/day';

const WEEK_MILLISECONDS = 7 * DAY_MILLISECONDS;

/** The intervals in seconds, the longer one a multiple of the shorter, and the market's calendar. */
export interface Aggregation {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly calendar: Calendar;
}

/** What a longer candle should be aggregated from; times in ms. */
export interface BucketExpectation {
  readonly candles: number;
  /** Where the first of its shorter candles opens. */
  readonly first: number;
  /** The instant at which the last of them is over. */
  readonly end: number;
}

/** The open time (ms) of the longer candle that holds a time: the multiple of its length since 1970 UTC before it. */
export function bucketOf(time: number, { toSeconds }: Aggregation): number {
  return Math.floor(time / (toSeconds * 1000)) * toSeconds * 1000;
}

/**
 * Whether a candle counts: those of which a part lies in the XNYS session or the 24x5 week, not what is traded before and
 * after.
 */
export function countsForBucket(openTime: number, { fromSeconds, calendar }: Aggregation): boolean {
  if (calendar === '24x7') return true;
  if (calendar === '24x5') return openTime + fromSeconds * 1000 > tradingWeekOf(openTime).open;
  const session = xnysSession(openTime);
  return session !== undefined && openTime < session.close && openTime + fromSeconds * 1000 > session.open;
}

/** Open times (ms), both exclusive. */
interface CountedSpan {
  readonly after: number;
  readonly before: number;
}

/** Where the candles that count (countsForBucket) open in a range of open times (ms, inclusive), oldest first. */
export function countedSpans(
  from: number,
  to: number,
  { fromSeconds, calendar }: Aggregation,
): CountedSpan[] {
  if (calendar === '24x7') return [{ after: from - 1, before: to + 1 }];
  const trading: readonly { readonly open: number; readonly close: number }[] =
    calendar === 'XNYS'
      ? sessionsBetween(from - DAY_MILLISECONDS, to + DAY_MILLISECONDS)
      : Array.from({ length: Math.ceil((to - from) / WEEK_MILLISECONDS) + 1 }, (_, week) =>
          tradingWeekOf(from + week * WEEK_MILLISECONDS),
        );
  return trading
    .map(({ open, close }) => ({
      after: Math.max(from - 1, open - fromSeconds * 1000),
      before: Math.min(to + 1, close),
    }))
    .filter(({ after, before }) => after < before);
}

/** What a complete longer candle is aggregated from; undefined when the market is closed all the while. */
export function expectationOf(bucket: number, aggregation: Aggregation): BucketExpectation | undefined {
  const { fromSeconds, toSeconds, calendar } = aggregation;
  const end = bucket + toSeconds * 1000;
  if (calendar === '24x7') return { candles: toSeconds / fromSeconds, first: bucket, end };
  const stretches = stretchesFrom({ from: bucket, to: end }, regularGrid(fromSeconds, calendar), Math.ceil);
  const last: Stretch | undefined = stretches.at(-1);
  if (!last) return undefined;
  const candles = stretches.reduce((total, { count }) => total + count, 0);
  return { candles, first: stretches[0].start, end: Math.min(end, last.end) };
}
