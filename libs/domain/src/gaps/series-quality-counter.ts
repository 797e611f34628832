import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hasSeveralGrids } from '#engine/market/candle-grid';
import { countOffGrid } from '#engine/market/count-off-grid';
import { describeGaps, type MissingRange } from '#engine/market/describe-gaps';
import { intervalSeconds } from '#engine/market/interval';
import { exclusively } from '../postgres/exclusively';
import { LATE_WRITES_KEPT_DAYS } from '../market-data/series/late-write.entity';
import { OpenTimesLoader } from '../market-data/reading/open-times.loader';
import { Series } from '../market-data/series/series.entity';
import { reportGaps } from './report-gaps';
import { countNoTrades } from './no-trades';
import { SeriesQuality } from './series-quality.entity';

/** A series that changes all the time is counted no more often. */
const RECOUNT_SECONDS = 15;
/** In between the event loop is released; where candles can lie on several grids, many have to say which it is. */
const CANDLES_AT_ONCE = { onOneGrid: 50_000, onSeveral: 500_000 };
const SERIES_AT_ONCE = 200;
/** No further series is begun after this. */
const LONGEST_MILLISECONDS = 5_000;

type Counts = Pick<SeriesQuality, 'countedTo' | 'missing' | 'offGrid'>;

/**
 * Keeps a summary of each series' quality, so that nobody counts millions of candles to answer a request. Where a series
 * only grew, counting goes on from the last candle counted; after a write before its newest candle it begins anew. The
 * version makes it safe to count at any time: a change after it was read is counted the next time. A candle that is posted
 * ahead of its time counts once it has opened: until then nothing before it is missing.
 */
@Injectable()
export class SeriesQualityCounter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly openTimes: OpenTimesLoader,
  ) {}

  /** Counts some of the series that changed since they were counted. */
  countChanged(stop?: AbortSignal): Promise<void> {
    return exclusively(this.dataSource, 'count the quality of series', (ending) => this.countSome(ending), {
      stop,
    });
  }

  private async countSome(ending: AbortSignal): Promise<void> {
    const until = performance.now() + LONGEST_MILLISECONDS;
    for (const id of await this.impatiently((manager) => this.changed(manager))) {
      if (ending.aborted || performance.now() > until) return;
      await this.impatiently((manager) => this.count(manager, id));
    }
  }

  /** Nobody who leaves has to wait for a lock of somebody else. */
  private impatiently<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`set local lock_timeout = '1s'`);
      return work(manager);
    });
  }

  private async changed(manager: EntityManager): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(
      `select series.id from series left join series_quality quality on quality.series_id = series.id
       where candle_count > 0 and (quality.series_id is null or quality.calendar is distinct from series.calendar
         or (quality.counted_at < now() - make_interval(secs => $1) and (quality.version <> series.version
           or (series.last_open_time > quality.counted_to and exists (select from candlesticks
             where series_id = series.id and open_time > quality.counted_to and open_time <= now())))))
       order by quality.counted_at nulls first limit $2`,
      [RECOUNT_SECONDS, SERIES_AT_ONCE],
    );
    return rows.map(({ id }) => id);
  }

  private async count(manager: EntityManager, id: number): Promise<void> {
    const series = await manager.findOneBy(Series, { id });
    if (!series || series.firstOpenTime === null) return;
    const counted = await this.stillTrue(manager, series);
    const { gaps, ...counts } = counted
      ? await this.countFrom(manager, series, counted, { isCounted: true })
      : await this.countFrom(manager, series, nothingCounted(series.firstOpenTime), { isCounted: false });
    const from = (counted?.countedTo ?? series.firstOpenTime).getTime();
    await reportGaps(manager, series, gaps, { from, to: counts.countedTo.getTime() });
    await manager.upsert(
      SeriesQuality,
      {
        ...counts,
        seriesId: id,
        version: series.version,
        calendar: series.calendar,
        noTrades: await countNoTrades(manager, series),
        countedAt: () => 'now()',
      },
      ['seriesId'],
    );
  }

  /** What was counted before, where every change since then lies after it in time. */
  private async stillTrue(
    manager: EntityManager,
    { id, interval, calendar }: Series,
  ): Promise<Counts | undefined> {
    // Where candles can lie on several grids, all of them say which it is: a few new ones cannot.
    if (hasSeveralGrids(intervalSeconds(interval) * 1000, calendar)) return undefined;
    const rows = await manager.query<{ counted_to: Date; missing: string; off_grid: string }[]>(
      `select counted_to, missing, off_grid from series_quality quality
       where series_id = $1 and calendar = $2 and counted_at > now() - make_interval(days => ${LATE_WRITES_KEPT_DAYS - 1})
         and not exists (select from late_writes
           where late_writes.series_id = quality.series_id and late_writes.version > quality.version
             and first_open_time <= counted_to)`,
      [id, calendar],
    );
    return rows
      .map((row) => ({
        countedTo: row.counted_to,
        missing: Number(row.missing),
        offGrid: Number(row.off_grid),
      }))
      .at(0);
  }

  /**
   * Each step begins with the last candle of the one before, so that what is missing between them is seen; `isCounted` says
   * that the very first one was counted before, too.
   */
  private async countFrom(
    manager: EntityManager,
    { id, interval, calendar }: Series,
    counted: Counts,
    { isCounted }: { isCounted: boolean },
  ): Promise<Counts & { readonly gaps: readonly MissingRange[] }> {
    const seconds = intervalSeconds(interval);
    const { onOneGrid, onSeveral } = CANDLES_AT_ONCE;
    const limit = hasSeveralGrids(seconds * 1000, calendar) ? onSeveral : onOneGrid;
    let { countedTo, missing, offGrid } = counted;
    const gaps: MissingRange[] = [];
    const now = new Date();
    for (let known = isCounted ? 1 : 0; ; known = 1) {
      const openTimes = await this.openTimes.load({ seriesId: id, from: countedTo, to: now, limit }, manager);
      const described = describeGaps(openTimes, seconds, calendar, { rangeLimit: Infinity });
      missing += described.missing;
      for (const range of described.ranges) gaps.push(range);
      offGrid += countOffGrid(openTimes.subarray(known), seconds, calendar);
      if (openTimes.length > 0) countedTo = new Date(openTimes[openTimes.length - 1]);
      if (openTimes.length < limit) return { countedTo, missing, offGrid, gaps };
    }
  }
}

function nothingCounted(firstOpenTime: Date): Counts {
  return { countedTo: firstOpenTime, missing: 0, offGrid: 0 };
}
