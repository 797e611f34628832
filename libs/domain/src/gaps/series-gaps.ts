import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CandleGrid } from '#engine/market/candle-grid';
import { cutSpans, splitRanges, type TimeSpan } from '#engine/market/split-ranges';
import { describeGaps, type MissingRange } from '#engine/market/describe-gaps';
import { expectedOpenTimes, type TimeRange } from '#engine/market/expected-candles';
import { intervalSeconds } from '#engine/market/interval';
import { OpenTimesLoader } from '../market-data/reading/open-times.loader';
import type { Series } from '../market-data/series/series.entity';
import { type GapMark, loadMarks, outside, replaceMarks } from './gap-marks';
import { updateNoTrades } from './no-trades';
import { closeQuarantined, findQuarantinedInGaps, type QuarantinedInGap } from './quarantined-in-gaps';

/** From so many attempts on, an hour apart, what a source does not have counts as not traded. */
export const CERTAIN_ATTEMPTS = 2;
const ATTEMPTS_APART_SECONDS = 3_600;

/** Candles missing in a row, and how often the source was requested for them in vain. */
export interface Gap extends MissingRange {
  readonly attempts: number;
  /** When the source first and last had nothing; null where it was never requested. */
  readonly firstEmptyAt: Date | null;
  readonly lastEmptyAt: Date | null;
}

/** What a source answered about a range. */
export interface SourceAnswer {
  /** Stretches of which it reported all it has: what is missing inside one, it does not have. */
  readonly reported: readonly TimeSpan[];
  /** Open times, ascending, of candles that it reported and that are not stored: they were traded. */
  readonly refused?: readonly number[];
}

export interface GapsOfSeries {
  readonly expected: number;
  readonly stored: number;
  readonly missing: number;
  readonly gaps: readonly Gap[];
  /** There are more gaps than those listed. */
  readonly truncated: boolean;
  /** More candles are stored than could be read. */
  readonly tooMany: boolean;
}

/** What is missing in a series: by its calendar, by what its source answered, and what of it is in quarantine. */
@Injectable()
export class SeriesGaps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly openTimes: OpenTimesLoader,
  ) {}

  /** Reads a range that the caller has bounded; without one at everything from the first candle to the last. */
  async describe(
    series: Series,
    range: TimeRange | undefined,
    { gapLimit, candleLimit }: { gapLimit: number; candleLimit: number },
  ): Promise<GapsOfSeries> {
    const { expected, missing, ranges, rangeCount, stored, grid } = await this.find(series, range, {
      gapLimit,
      candleLimit: candleLimit + 1,
    });
    const marks = await loadMarks(this.dataSource.manager, series.id, ranges);
    const gaps = splitRanges(ranges, marks, grid).map(({ first, last, missing, mark }) => ({
      first,
      last,
      missing,
      attempts: mark?.attempts ?? 0,
      firstEmptyAt: mark?.firstEmptyAt ?? null,
      lastEmptyAt: mark?.lastEmptyAt ?? null,
    }));
    return {
      expected,
      stored,
      missing,
      gaps: gaps.slice(0, gapLimit),
      truncated: rangeCount > ranges.length || gaps.length > gapLimit,
      tooMany: stored > candleLimit,
    };
  }

  /** The newest candle that has opened; one that is posted ahead of its time has not. */
  async lastBegun({ id, lastOpenTime }: Pick<Series, 'id' | 'lastOpenTime'>): Promise<Date | null> {
    const now = new Date();
    if (lastOpenTime === null || lastOpenTime <= now) return lastOpenTime;
    const [{ last }] = await this.dataSource.query<[{ last: Date | null }]>(
      'select max(open_time) as last from candlesticks where series_id = $1 and open_time <= $2',
      [id, now],
    );
    return last;
  }

  /** What is in quarantine of the intervals that gaps (ascending) lack: the first `limit` by open time. */
  quarantinedIn<Range extends MissingRange>(
    series: Series,
    gaps: readonly Range[],
    limit: number,
  ): Promise<QuarantinedInGap<Range>[]> {
    return findQuarantinedInGaps(this.dataSource.manager, series, gaps, limit);
  }

  /** Removes entries of the quarantine whose candle is stored by now. */
  closeQuarantined(entries: readonly QuarantinedInGap<unknown>[]): Promise<void> {
    return closeQuarantined(this.dataSource.manager, entries);
  }

  /**
   * Notes that the source was requested for everything missing in a range. A second attempt counts when it is `apartSeconds`
   * or more after the first: exchanges publish candles late.
   */
  async noteAttempt(
    series: Series,
    range: TimeRange,
    answer: SourceAnswer,
    { candleLimit, apartSeconds = ATTEMPTS_APART_SECONDS }: { candleLimit: number; apartSeconds?: number },
  ): Promise<void> {
    const milliseconds = intervalSeconds(series.interval) * 1000;
    const { ranges, grid } = await this.find(series, range, { gapLimit: candleLimit, candleLimit });
    await this.dataSource.transaction(async (manager) => {
      // Two repairs of one series write one after the other. After a restore the id may be that of another series, and what
      // was missing by a calendar of before is not missing now.
      const { id, exchange, symbol, interval, calendar } = series;
      const locked = await manager.query<{ now: Date }[]>(
        `select now() from series where id = $1 and exchange = $2 and symbol = $3 and interval = $4 and calendar = $5
         for no key update`,
        [id, exchange, symbol, interval, calendar],
      );
      if (locked.length === 0) return;
      const whole = { first: range.from, last: range.to - 1 };
      const known = await loadMarks(manager, series.id, [whole]);
      const requested = splitRanges(ranges, known, grid);
      const marks = splitRanges(requested, outcomesOf(answer), grid).flatMap((part) => {
        const mark = markAfter(part.range.mark, part.mark, locked[0].now, apartSeconds);
        return mark ? wholeMarks(grid, part).map((span) => ({ ...mark, ...span })) : [];
      });
      const untouched = known.flatMap((mark) => outside(mark, whole, milliseconds));
      await replaceMarks(manager, series.id, known, [...untouched, ...marks]);
      await updateNoTrades(manager, series);
    });
  }

  private async find(
    { id, interval, calendar, firstOpenTime, lastOpenTime }: Series,
    range: TimeRange | undefined,
    { gapLimit, candleLimit }: { gapLimit: number; candleLimit: number },
  ) {
    const isEmpty = firstOpenTime === null || lastOpenTime === null;
    const from = range ? new Date(range.from) : firstOpenTime;
    const to = range ? new Date(range.to - 1) : lastOpenTime;
    const openTimes =
      isEmpty || from === null || to === null || from > to
        ? new Float64Array()
        : await this.openTimes.load({ seriesId: id, from, to, limit: candleLimit });
    const gaps = describeGaps(openTimes, intervalSeconds(interval), calendar, {
      range,
      rangeLimit: gapLimit,
    });
    return { ...gaps, stored: openTimes.length };
  }
}

interface Outcome extends TimeSpan {
  readonly isEmpty: boolean;
}

/** What an answer says of each stretch, ascending. */
function outcomesOf({ reported, refused = [] }: SourceAnswer): Outcome[] {
  return [
    ...cutSpans(reported, refused).map((span) => ({ ...inside(span), isEmpty: true })),
    ...refused.map((time) => ({ first: time, last: time, isEmpty: false })),
  ].sort((one, other) => one.first - other.first);
}

/** What is known of a stretch after an attempt; undefined: nothing. */
function markAfter(
  before: GapMark | undefined,
  outcome: Outcome | undefined,
  now: Date,
  apartSeconds: number,
): Omit<GapMark, keyof TimeSpan> | undefined {
  if (!outcome) return before;
  if (!outcome.isEmpty) return undefined;
  if (!before) return { attempts: 1, firstEmptyAt: now, lastEmptyAt: now };
  const isApart = now.getTime() - before.firstEmptyAt.getTime() >= apartSeconds * 1000;
  return { ...before, attempts: isApart ? CERTAIN_ATTEMPTS : before.attempts, lastEmptyAt: now };
}

/** Without its ends, which are candles that the source had. */
function inside({ first, last }: TimeSpan): TimeSpan {
  return { first: first + 1, last: last - 1 };
}

/** A mark's length says how many candles it represents, so where a run reaches over days without trading each gets its own. */
function wholeMarks(grid: CandleGrid, { first, last, missing }: MissingRange): TimeSpan[] {
  const { intervalMilliseconds, calendar } = grid;
  if (last - first === (missing - 1) * intervalMilliseconds) return [{ first, last }];
  const range = { from: first, to: last + 1 };
  const openTimes = expectedOpenTimes(range, intervalMilliseconds / 1000, calendar, grid);
  return Array.from(openTimes, (openTime) => ({ first: openTime, last: openTime }));
}
