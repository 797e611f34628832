import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../../postgres/pool';
import { fromCandlestickId } from '../series/candlestick-id';
import { candlestickJsonSql, SERIES_HEAD_SQL } from './candlestick-json';
import {
  type CandleKey,
  NEWEST_FIRST,
  AFTER_ALL_CANDLES,
  readWindow,
  toJsonArray,
} from './candlestick-window';
import { readingWindows } from './reading-windows';
import {
  type SeriesExtent,
  type SeriesFilter,
  SeriesRepository,
  SERIES_STATE_SQL,
} from '../series/series.repository';

export interface CandlestickPageRequest {
  readonly offset: number;
  readonly limit: number;
  /** Only what comes after the candle with this id. */
  readonly before?: number;
  /** States of the series whose page the reader has already: for them no candle is read. */
  readonly knownStates?: readonly string[];
}

export interface CandlestickPage {
  /** Text of a JSON array; empty as well when the state is a known one. */
  readonly items: string;
  readonly total: number;
  /** The id of the last item, where candles follow. */
  readonly next?: number;
  /** Of one series: equal states mean equal candles. */
  readonly state?: string;
}

/** One series: the total and the page in one look-up along the key. */
const pageOfSeries = (condition: string) => `
  select series.candle_count as total, series.state, extract(epoch from series.first_open_time)::bigint as first, (
    select string_agg(${candlestickJsonSql('candle', 'series')}, ',' order by candle.open_time desc)
    from (
      select * from candlesticks
      where series_id = series.id and series.state <> all($6) ${condition}
      order by open_time desc limit $4 offset $5
    ) candle
  ) as items
  from (
    select id, candle_count, first_open_time, ${SERIES_STATE_SQL} as state, ${SERIES_HEAD_SQL} as head
    from series where exchange = $1 and symbol = $2 and interval = $3
  ) series`;

const PAGE_OF_SERIES = pageOfSeries('');
const PAGE_OF_SERIES_BEFORE = pageOfSeries('and open_time <= $7 and (open_time, series_id) < ($7, $8)');

/** Pages of candles, newest first (ties by series), as JSON text of the API's wire form. */
@Injectable()
export class CandlestickPageReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seriesRepository: SeriesRepository,
  ) {}

  /** `before` must be the id of a candle (fromCandlestickId), stored or not. */
  page(filter: SeriesFilter, request: CandlestickPageRequest): Promise<CandlestickPage> {
    const { exchange, symbol, interval } = filter;
    if (exchange === undefined || symbol === undefined || interval === undefined) {
      return this.pageOfSeveral(filter, request);
    }
    return this.pageOfOne([exchange, symbol, interval], request);
  }

  private async pageOfOne(
    name: readonly string[],
    { limit, offset, before, knownStates = [] }: CandlestickPageRequest,
  ): Promise<CandlestickPage> {
    const key = candleKeyOf(before);
    const values = [...name, limit, offset, knownStates];
    const { rows } = await poolOf(this.dataSource).query<{
      total: string;
      state: string;
      first: string | null;
      items: string | null;
    }>(
      key
        ? {
            name: 'candlestick-page-of-series-before',
            text: PAGE_OF_SERIES_BEFORE,
            values: [...values, key.openTime, key.seriesId],
          }
        : { name: 'candlestick-page-of-series', text: PAGE_OF_SERIES, values },
    );
    if (rows.length === 0) return { items: toJsonArray(null), total: 0 };
    const [{ total, state, first, items }] = rows;
    const last = lastIdOf(items);
    const follows = last !== undefined && last % 2 ** 32 > Number(first);
    return { items: toJsonArray(items), total: Number(total), state, ...(follows && { next: last }) };
  }

  private async pageOfSeveral(
    filter: SeriesFilter,
    { limit, offset, before }: CandlestickPageRequest,
  ): Promise<CandlestickPage> {
    const key = candleKeyOf(before);
    // Which series are the newest is known for the newest candles only, not for those before any time.
    const { series, total } = await this.seriesRepository.findLatest(filter, key ? null : offset + limit);
    const shown = key ? limit : Math.min(limit, total - offset);
    if (shown <= 0) return { items: toJsonArray(null), total };
    const bounds = key ? { end: key.openTime } : {};
    for (const window of readingWindows(series, 'backward', offset + shown, bounds)) {
      const { count, items } = await readWindow(poolOf(this.dataSource), NEWEST_FIRST, series, window, {
        limit,
        offset,
        before: key ?? AFTER_ALL_CANDLES,
      });
      if (count < shown && !window.last) continue;
      const last = lastIdOf(items);
      const follows = last !== undefined && (key ? isOlderStored(series, last) : offset + count < total);
      return { items, total, ...(follows && { next: last }) };
    }
    return { items: toJsonArray(null), total };
  }
}

function candleKeyOf(id: number | undefined): (CandleKey & { openTime: Date }) | undefined {
  return id === undefined ? undefined : fromCandlestickId(id);
}

/** Whether any series has a candle after this one in the list. */
function isOlderStored(series: readonly SeriesExtent[], lastId: number): boolean {
  const last = fromCandlestickId(lastId)!;
  return series.some(({ id, firstOpenTime }) => {
    const difference = firstOpenTime!.getTime() - last.openTime.getTime();
    return difference < 0 || (difference === 0 && id < last.seriesId);
  });
}

const ITEM_START = '{"id":';

/** Texts inside of candles have their quotes escaped, so this finds the beginning of the last one. */
function lastIdOf(items: string | null): number | undefined {
  const start = items?.lastIndexOf(ITEM_START) ?? -1;
  return start < 0 ? undefined : parseInt(items!.slice(start + ITEM_START.length), 10);
}
