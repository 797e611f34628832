import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource, type FindOptionsWhere } from 'typeorm';
import { calendarOf } from '#engine/calendar/calendar';
import { type Interval, intervalSeconds } from '#engine/market/interval';
import { atMost } from '#platform/caches/at-most';
import { poolOf } from '../../postgres/pool';
import { closedBefore } from './closed-candles';
import type { IntervalSeries } from './interval-candles';
import { newSeriesCalendar } from './series-calendars';
import { seriesKey, type SeriesName } from './series-name';
import { SeriesReplacedError } from './series-replaced-error';
import { Series } from './series.entity';

export type SeriesFilter = Partial<Record<keyof SeriesName, string>>;

/** Where a series' candles lie, by its counters. */
export type SeriesExtent = Pick<Series, 'id' | 'candleCount' | 'firstOpenTime' | 'lastOpenTime'>;

/**
 * SQL over a row of `series`: a text that changes with every change of its candles. The version alone would come again when
 * a database is restored from a backup and goes on.
 */
export const SERIES_STATE_SQL = `id || '.' || version || '.' || coalesce(extract(epoch from last_write_at) * 1000000, 0)::bigint`;

const REMEMBERED_SERIES = 50_000;
const NONE: ReadonlyMap<string, number> = new Map();
/** From so many on the planner's statistics are renewed at once; autovacuum would do it within a minute. */
const MANY_NEW_SERIES = 500;

const LATEST_SERIES = `
  select id, candle_count as count, extract(epoch from first_open_time)::float8 as first,
         extract(epoch from last_open_time)::float8 as last, sum(candle_count) over () as total
  from series
  where candle_count > 0 and exchange = coalesce($1, exchange) and symbol = coalesce($2, symbol)
    and interval = coalesce($3, interval)
  order by last_open_time desc, id desc limit $4`;

@Injectable()
export class SeriesRepository {
  /** Only for writes, whose statements compare id and name: a restored database may have given the ids to other series. */
  private readonly ids = new LRUCache<string, number>(atMost(REMEMBERED_SERIES));

  constructor(private readonly dataSource: DataSource) {}

  find({ exchange, symbol, interval }: SeriesName): Promise<Series | null> {
    return this.dataSource.manager.findOneBy(Series, { exchange, symbol, interval });
  }

  /**
   * Where there are no candles of the interval, those of the longest one that divides it; null where there are none of these.
   * A series whose first candle is still open says nothing yet, and does not come before one that does.
   */
  async findForInterval({ exchange, symbol, interval }: SeriesName): Promise<IntervalSeries | null> {
    const wanted = intervalSeconds(interval);
    const longestFirst = (await this.findMatching({ exchange, symbol }))
      .filter((series) => series.candleCount > 0 && wanted % intervalSeconds(series.interval) === 0)
      .sort((a, b) => intervalSeconds(b.interval) - intervalSeconds(a.interval));
    const series =
      longestFirst.find(({ firstOpenTime, interval }) => firstOpenTime! < closedBefore(interval)) ??
      longestFirst.at(0);
    return series ? { series, interval } : null;
  }

  findMatching(filter: SeriesFilter): Promise<Series[]> {
    const where: FindOptionsWhere<Series> = {};
    if (filter.exchange !== undefined) where.exchange = filter.exchange;
    if (filter.symbol !== undefined) where.symbol = filter.symbol;
    if (filter.interval !== undefined) where.interval = filter.interval as Interval;
    return this.dataSource.manager.findBy(Series, where);
  }

  /**
   * The series that can hold the newest so many candles of all that match, and how many candles all of them have. The
   * newest N candles lie in the N series whose own newest candles are the newest: every other series has N candles before it.
   * null: all series that hold candles.
   */
  async findLatest(
    filter: SeriesFilter,
    candles: number | null,
  ): Promise<{ series: SeriesExtent[]; total: number }> {
    // Past the ORM, and times as numbers: both are most of what a list over many series costs here.
    const { rows } = await poolOf(this.dataSource).query<{
      id: number;
      count: string;
      first: number;
      last: number;
      total: string;
    }>({
      name: 'latest-series',
      text: LATEST_SERIES,
      values: [filter.exchange ?? null, filter.symbol ?? null, filter.interval ?? null, candles],
    });
    const series = rows.map(({ id, count, first, last }) => ({
      id,
      candleCount: Number(count),
      firstOpenTime: new Date(first * 1000),
      lastOpenTime: new Date(last * 1000),
    }));
    return { series, total: Number(rows[0]?.total ?? 0) };
  }

  /** The exchanges that hold the symbol, at any interval, in alphabetical order. */
  async exchangesOf(symbol: string): Promise<string[]> {
    const rows: { exchange: string }[] = await this.dataSource.query(
      'select distinct exchange from series where symbol = $1 order by exchange',
      [symbol],
    );
    return rows.map((row) => row.exchange);
  }

  /** The same of many symbols; those that no exchange holds are left out. */
  async exchangesOfAll(symbols: readonly string[]): Promise<Map<string, string[]>> {
    if (symbols.length === 0) return new Map();
    const rows = await this.dataSource.query<{ symbol: string; exchanges: string[] }[]>(
      `select symbol, array_agg(distinct exchange order by exchange) as exchanges from series
       where symbol = any($1) group by symbol`,
      [symbols],
    );
    return new Map(rows.map(({ symbol, exchanges }) => [symbol, exchanges]));
  }

  /** The series' id; the series is made when it does not exist yet. */
  async idOf(name: SeriesName): Promise<number> {
    return (await this.idsOf([name]))[0];
  }

  /** The same of many, in the order given: those that are not remembered are looked up, and made, in one go. */
  async idsOf(names: readonly SeriesName[]): Promise<number[]> {
    const remembered = names.map((name) => this.ids.get(seriesKey(name)));
    const unknown = names.filter((_, index) => remembered[index] === undefined);
    const found = unknown.length > 0 ? await this.findOrMake(unknown) : NONE;
    return names.map((name, index) => {
      const id = remembered[index] ?? found.get(seriesKey(name));
      if (id === undefined) throw new SeriesReplacedError([name]);
      return id;
    });
  }

  /** As `idsOf`, without a wait, where all of them are remembered. */
  rememberedIds(names: readonly SeriesName[]): number[] | undefined {
    const ids = names.map((name) => this.ids.get(seriesKey(name)));
    return ids.every((id) => id !== undefined) ? ids : undefined;
  }

  /** Their ids are looked up again by who needs them next. */
  forget(names: readonly SeriesName[]): void {
    for (const name of names) this.ids.delete(seriesKey(name));
  }

  /** Two processes may make the same series at once: the second one finds what the first inserted. */
  private async findOrMake(names: readonly SeriesName[]): Promise<Map<string, number>> {
    let found = await this.findIds(names);
    const missing = names.filter((name) => !found.has(seriesKey(name)));
    if (missing.length > 0) {
      await this.dataSource.query(
        `insert into series (exchange, symbol, interval, calendar)
         select exchange, symbol, interval, ${newSeriesCalendar('missing.exchange', 'missing.symbol', 'by_exchange')}
         from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as missing (exchange, symbol, interval, by_exchange)
         on conflict (exchange, symbol, interval) do nothing`,
        [...columnsOf(missing), missing.map(({ exchange }) => calendarOf(exchange))],
      );
      // Statements are planned for the few series that there were, and would go through all of them for each.
      if (missing.length >= MANY_NEW_SERIES) await this.dataSource.query('analyze series');
      found = await this.findIds(names);
    }
    for (const [key, id] of found) this.ids.set(key, id);
    return found;
  }

  private async findIds(names: readonly SeriesName[]): Promise<Map<string, number>> {
    const rows = await this.dataSource.query<(SeriesName & { id: number })[]>(
      `select id, exchange, symbol, interval from series
       where (exchange, symbol, interval) in (select * from unnest($1::text[], $2::text[], $3::text[]))`,
      columnsOf(names),
    );
    return new Map(rows.map((row) => [seriesKey(row), row.id]));
  }
}

function columnsOf(names: readonly SeriesName[]): string[][] {
  return (['exchange', 'symbol', 'interval'] as const).map((part) => names.map((name) => name[part]));
}
