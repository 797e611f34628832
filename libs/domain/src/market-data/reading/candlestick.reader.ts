import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../../postgres/pool';
import { fromCandlestickId } from '../series/candlestick-id';
import { candlestickJsonSql, SERIES_HEAD_SQL } from './candlestick-json';
import { NEWEST_ASCENDING, OLDEST, readWindow, toJsonArray } from './candlestick-window';
import { readingWindows } from './reading-windows';
import { SeriesRepository, type SeriesFilter } from '../series/series.repository';

export interface OpenTimeRange {
  /** Both inclusive; without one there is no bound. */
  readonly start?: Date;
  readonly end?: Date;
}

const JSON_OF_CANDLE = candlestickJsonSql('candle', 'series');

const BY_ID = `
  select ${JSON_OF_CANDLE} as json
  from candlesticks candle
  join (select id, ${SERIES_HEAD_SQL} as head from series where id = $1) series on series.id = candle.series_id
  where candle.series_id = $1 and candle.open_time = $2`;

/** One series between two times, along the key; `order` says from which end the limit counts. */
const rangeOfSeries = (order: 'asc' | 'desc') => `
  select string_agg(${JSON_OF_CANDLE}, ',' order by candle.open_time) as items
  from (
    select id, ${SERIES_HEAD_SQL} as head from series where exchange = $1 and symbol = $2 and interval = $3
  ) series
  cross join lateral (
    select * from candlesticks
    where series_id = series.id and open_time between $4 and $5 order by open_time ${order} limit $6
  ) candle`;

const OLDEST_OF_SERIES = rangeOfSeries('asc');
const NEWEST_OF_SERIES = rangeOfSeries('desc');

/** Reads single candles and ranges of time as JSON text of the API's wire form. */
@Injectable()
export class CandlestickReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seriesRepository: SeriesRepository,
  ) {}

  async byId(id: number): Promise<string | undefined> {
    const key = fromCandlestickId(id);
    if (!key) return undefined;
    const { rows } = await poolOf(this.dataSource).query<{ json: string }>({
      name: 'candlestick-by-id',
      text: BY_ID,
      values: [key.seriesId, key.openTime],
    });
    return rows[0]?.json;
  }

  /** Ascending; with a start the first `limit` candles from it, else the last `limit`. */
  async query(filter: SeriesFilter, range: OpenTimeRange, limit: number): Promise<string> {
    const { exchange, symbol, interval } = filter;
    if (exchange === undefined || symbol === undefined || interval === undefined) {
      return this.querySeveral(filter, range, limit);
    }
    const { start = '-infinity', end = 'infinity' } = range;
    const { rows } = await poolOf(this.dataSource).query<{ items: string | null }>({
      name: range.start ? 'oldest-candlesticks-of-series' : 'newest-candlesticks-of-series',
      text: range.start ? OLDEST_OF_SERIES : NEWEST_OF_SERIES,
      values: [exchange, symbol, interval, start, end, limit],
    });
    return toJsonArray(rows[0].items);
  }

  private async querySeveral(
    filter: SeriesFilter,
    { start, end }: OpenTimeRange,
    limit: number,
  ): Promise<string> {
    // Without bounds the newest candles lie in few of the series, however many there are.
    const series =
      start || end
        ? await this.seriesRepository.findMatching(filter)
        : (await this.seriesRepository.findLatest(filter, limit)).series;
    const direction = start ? 'forward' : 'backward';
    const statement = start ? OLDEST : NEWEST_ASCENDING;
    for (const window of readingWindows(series, direction, limit, { start, end })) {
      const { count, items } = await readWindow(poolOf(this.dataSource), statement, series, window, {
        limit,
      });
      if (count === limit || window.last) return items;
    }
    return toJsonArray(null);
  }
}
