import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../database/pool';
import { fromCandlestickId } from './candlestick-id';
import { candlestickJsonSql, SERIES_HEAD_SQL } from './candlestick-json';
import { readingWindows } from './reading-windows';
import { SeriesRepository, type SeriesFilter } from './series.repository';

export interface TimeRange {
  /** Both inclusive. */
  readonly start?: Date;
  readonly end?: Date;
}

const JSON_OF_CANDLE = candlestickJsonSql('candle', 'series');

const BY_ID = `
  select ${JSON_OF_CANDLE} as json
  from candlesticks candle
  join (select id, ${SERIES_HEAD_SQL} as head from series where id = $1) series on series.id = candle.series_id
  where candle.series_id = $1 and candle.open_time = $2`;

/** One series: the total and the page in one look-up along the key. */
const PAGE_OF_SERIES = `
  select series.candle_count as total, (
    select string_agg(${JSON_OF_CANDLE}, ',' order by candle.open_time desc)
    from (
      select * from candlesticks where series_id = series.id order by open_time desc limit $4 offset $5
    ) candle
  ) as items
  from (
    select id, candle_count, ${SERIES_HEAD_SQL} as head
    from series where exchange = $1 and symbol = $2 and interval = $3
  ) series`;

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

/** Several series: each contributes its candles inside a window of time, read along the key. */
const pageOfWindow = (order: 'asc' | 'desc', listed: 'asc' | 'desc') => `
  select count(*) as count,
    string_agg(${candlestickJsonSql('page', 'page')}, ',' order by open_time ${listed}, series_id ${listed}) as items
  from (
    select candle.*, series.head
    from (select id, ${SERIES_HEAD_SQL} as head from series where id = any($1)) series
    cross join lateral (
      select * from candlesticks
      where series_id = series.id and open_time between $2 and $3
      order by open_time ${order} limit $4::bigint + $5::bigint
    ) candle
    order by candle.open_time ${order}, candle.series_id ${order} limit $4 offset $5
  ) page`;

/** What is first in a list is also read first, so a list reads no more than it shows. */
const NEWEST_FIRST = pageOfWindow('desc', 'desc');
const OLDEST = pageOfWindow('asc', 'asc');
const NEWEST_ASCENDING = pageOfWindow('desc', 'asc');

/** Reads candles as JSON text of the API's wire form. */
@Injectable()
export class CandlestickReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seriesRepository: SeriesRepository,
  ) {}

  async byId(id: number): Promise<string | undefined> {
    const place = fromCandlestickId(id);
    if (!place) return undefined;
    const { rows } = await poolOf(this.dataSource).query<{ json: string }>({
      name: 'candlestick-by-id',
      text: BY_ID,
      values: [place.seriesId, place.openTime],
    });
    return rows[0]?.json;
  }

  /** Newest first, ties by id; `items` is the text of a JSON array. */
  async list(
    filter: SeriesFilter,
    page: { offset: number; limit: number },
  ): Promise<{ items: string; total: number }> {
    const { exchange, symbol, interval } = filter;
    if (exchange === undefined || symbol === undefined || interval === undefined) {
      return this.listSeveral(filter, page);
    }
    const { rows } = await poolOf(this.dataSource).query<{ total: string; items: string | null }>({
      name: 'candlestick-page-of-series',
      text: PAGE_OF_SERIES,
      values: [exchange, symbol, interval, page.limit, page.offset],
    });
    return { items: toJsonArray(rows[0]?.items), total: Number(rows[0]?.total ?? 0) };
  }

  /** Ascending; with a start the first `limit` candles from it, else the last `limit`. */
  async query(filter: SeriesFilter, range: TimeRange, limit: number): Promise<string> {
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
    { start, end }: TimeRange,
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
      const { count, items } = await this.readWindow(statement, series, window, { offset: 0, limit });
      if (count === limit || window.last) return items;
    }
    return toJsonArray(null);
  }

  private async listSeveral(filter: SeriesFilter, page: { offset: number; limit: number }) {
    const { series, total } = await this.seriesRepository.findLatest(filter, page.offset + page.limit);
    const shown = Math.min(page.limit, total - page.offset);
    if (shown <= 0) return { items: toJsonArray(null), total };
    for (const window of readingWindows(series, 'backward', page.offset + shown, {})) {
      const { count, items } = await this.readWindow(NEWEST_FIRST, series, window, page);
      if (count >= shown || window.last) return { items, total };
    }
    return { items: toJsonArray(null), total };
  }

  private async readWindow(
    statement: string,
    series: readonly { id: number }[],
    window: { from: Date; to: Date },
    page: { offset: number; limit: number },
  ): Promise<{ count: number; items: string }> {
    const { rows } = await poolOf(this.dataSource).query<{ count: string; items: string | null }>(statement, [
      series.map(({ id }) => id),
      window.from,
      window.to,
      page.limit,
      page.offset,
    ]);
    return { count: Number(rows[0].count), items: toJsonArray(rows[0].items) };
  }
}

function toJsonArray(items: string | null | undefined): string {
  return `[${items ?? ''}]`;
}
