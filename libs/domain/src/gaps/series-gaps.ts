import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CandleGrid } from '#engine/market/candle-grid';
import { describeGaps, type MissingRange } from '#engine/market/describe-gaps';
import { expectedOpenTimes, type TimeRange } from '#engine/market/expected-candles';
import { intervalSeconds } from '#engine/market/interval';
import { splitRanges, type TimeSpan } from '#engine/market/split-ranges';
import { OpenTimesLoader } from '../market-data/open-times.loader';
import type { Series } from '../market-data/series.entity';
import { updateNoTrades } from './no-trades';

/** So often a source is asked before what it does not have counts as certain. */
export const CERTAIN_ATTEMPTS = 2;

/** Candles missing in a row, and how often the source was asked for them in vain. */
export interface Gap extends MissingRange {
  readonly attempts: number;
}

export interface GapsOfSeries {
  readonly expected: number;
  readonly stored: number;
  readonly missing: number;
  readonly gaps: readonly Gap[];
  /** There are more gaps than those listed. */
  readonly truncated: boolean;
  /** More candles are stored than could be looked at. */
  readonly tooMany: boolean;
}

interface Mark extends TimeSpan {
  readonly attempts: number;
}

/** What is missing in a series, by its calendar and by what its source said when it was asked. */
@Injectable()
export class SeriesGaps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly openTimes: OpenTimesLoader,
  ) {}

  /** Looks at a range that the caller has bounded; without one at everything from the first candle to the last. */
  async describe(
    series: Series,
    range: TimeRange | undefined,
    { gapLimit, candleLimit }: { gapLimit: number; candleLimit: number },
  ): Promise<GapsOfSeries> {
    const { expected, missing, ranges, rangeCount, stored, grid } = await this.find(series, range, {
      gapLimit,
      candleLimit: candleLimit + 1,
    });
    const marks = await this.marksWithin(this.dataSource.manager, series.id, ranges);
    const gaps = splitRanges(ranges, marks, grid).map(({ first, last, missing, mark }) => ({
      ...{ first, last, missing, attempts: mark?.attempts ?? 0 },
    }));
    return {
      ...{ expected, stored, missing, gaps: gaps.slice(0, gapLimit) },
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

  /**
   * Notes that the source was asked for everything in a range; `told` are the stretches of which it told all it has: what
   * is missing inside one, it did not have either.
   */
  async noteAsked(
    series: Series,
    range: TimeRange,
    told: readonly TimeSpan[],
    candleLimit: number,
  ): Promise<void> {
    const milliseconds = intervalSeconds(series.interval) * 1000;
    const { ranges, grid } = await this.find(series, range, { gapLimit: candleLimit, candleLimit });
    await this.dataSource.transaction(async (manager) => {
      // Two repairs of one series write one after the other. After a restore the id may be that of another series, and what
      // was missing by a calendar of before is not missing now.
      const { id, exchange, symbol, interval, calendar } = series;
      const locked = await manager.query<unknown[]>(
        `select from series where id = $1 and exchange = $2 and symbol = $3 and interval = $4 and calendar = $5
         for no key update`,
        [id, exchange, symbol, interval, calendar],
      );
      if (locked.length === 0) return;
      const whole = { first: range.from, last: range.to - 1 };
      const known = await this.marksWithin(manager, series.id, [whole]);
      const asked = splitRanges(ranges, known, grid).map(({ first, last, missing, mark }) => ({
        ...{ first, last, missing },
        attempts: mark?.attempts ?? 0,
      }));
      const marks = splitRanges(asked, told.map(inside), grid).flatMap((part) => {
        const attempts = Math.min(CERTAIN_ATTEMPTS, part.range.attempts + (part.mark ? 1 : 0));
        return wholeMarks(grid, part).map((mark) => ({ ...mark, attempts }));
      });
      const untouched = known.flatMap((mark) => outside(mark, whole, milliseconds));
      await this.replaceMarks(
        manager,
        series.id,
        known,
        [...untouched, ...marks].filter((mark) => mark.attempts > 0),
      );
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

  private async marksWithin(
    manager: EntityManager,
    seriesId: number,
    spans: readonly TimeSpan[],
  ): Promise<Mark[]> {
    if (spans.length === 0) return [];
    const rows = await manager.query<{ first: Date; last: Date; attempts: number }[]>(
      `select first_open_time as first, last_open_time as last, attempts from confirmed_gaps
       where series_id = $1 and last_open_time >= $2 and first_open_time <= $3 order by first_open_time`,
      [seriesId, new Date(spans[0].first), new Date(spans[spans.length - 1].last)],
    );
    return rows.map(({ first, last, attempts }) => ({
      ...{ first: first.getTime(), last: last.getTime(), attempts },
    }));
  }

  private async replaceMarks(
    manager: EntityManager,
    seriesId: number,
    before: readonly Mark[],
    after: readonly Mark[],
  ): Promise<void> {
    await manager.query(
      'delete from confirmed_gaps where series_id = $1 and first_open_time = any($2::timestamptz[])',
      [seriesId, before.map(({ first }) => new Date(first))],
    );
    await manager.query(
      `insert into confirmed_gaps (series_id, first_open_time, last_open_time, attempts, asked_at)
       select $1, first, last, attempts, now()
       from unnest($2::timestamptz[], $3::timestamptz[], $4::integer[]) as gap (first, last, attempts)`,
      [
        seriesId,
        after.map(({ first }) => new Date(first)),
        after.map(({ last }) => new Date(last)),
        after.map(({ attempts }) => attempts),
      ],
    );
  }
}

/** Without its ends, which are candles that the source had. */
function inside({ first, last }: TimeSpan): TimeSpan {
  return { first: first + 1, last: last - 1 };
}

/** A mark's length says how many candles it stands for, so where a run reaches over days without trading each gets its own. */
function wholeMarks(grid: CandleGrid, { first, last, missing }: MissingRange): TimeSpan[] {
  const { intervalMilliseconds, calendar } = grid;
  if (last - first === (missing - 1) * intervalMilliseconds) return [{ first, last }];
  const range = { from: first, to: last + 1 };
  const openTimes = expectedOpenTimes(range, intervalMilliseconds / 1000, calendar, grid);
  return Array.from(openTimes, (openTime) => ({ first: openTime, last: openTime }));
}

/** The parts of a mark that lie before and behind a stretch. */
function outside(mark: Mark, { first, last }: TimeSpan, intervalMilliseconds: number): Mark[] {
  const steps = (milliseconds: number) => Math.floor(milliseconds / intervalMilliseconds);
  const lastBefore = mark.first + steps(first - 1 - mark.first) * intervalMilliseconds;
  const firstBehind = mark.first + (steps(last - mark.first) + 1) * intervalMilliseconds;
  return [
    ...(mark.first < first ? [{ ...mark, last: Math.min(mark.last, lastBefore) }] : []),
    ...(mark.last > last ? [{ ...mark, first: Math.max(mark.first, firstBehind) }] : []),
  ];
}
