import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Calendar } from '#engine/calendar/calendar';
import { describeGaps } from '#engine/market/describe-gaps';
import { intervalSeconds } from '#engine/market/interval';
import { OpenTimesLoader } from '../market-data/reading/open-times.loader';
import { EQUITY_EXCHANGE, EQUITY_INTERVAL } from './equity-series';
import { EquitySymbol } from './equity-symbol.entity';

/** What is stored of a tracked symbol. */
export interface TrackedSymbol {
  readonly symbol: string;
  readonly first: Date | null;
  readonly last: Date | null;
  readonly candles: number;
  /** Sessions between the first and the last that are not stored. */
  readonly missing: number;
  readonly lastError: string | null;
  /** When something of it changed. */
  readonly changedAt: Date;
}

interface TrackedRow extends Omit<TrackedSymbol, 'missing'> {
  readonly seriesId: number | null;
  readonly calendar: Calendar;
  /** Counted before, and nothing was written since. */
  readonly countedMissing: number | null;
}

const TRACKED = `
  select tracked.symbol, series.id as "seriesId", first_open_time as first, last_open_time as last,
         coalesce(candle_count, 0)::float8 as candles, last_error as "lastError",
         series.calendar, case when quality.version = series.version then quality.missing end::float8 as "countedMissing",
         greatest(tracked_at, attempted_at, last_write_at) as "changedAt"
  from equity_symbols tracked
  left join series on series.exchange = $1 and series.symbol = tracked.symbol and series.interval = $2
  left join series_quality quality on quality.series_id = series.id and quality.calendar = series.calendar
  order by tracked.symbol`;

/** More than 200 years of sessions. */
const MOST_CANDLES = 60_000;

/** The symbols of jobs that name none: those that were requested before. */
@Injectable()
export class EquitySymbols {
  constructor(
    private readonly dataSource: DataSource,
    private readonly openTimes: OpenTimesLoader,
  ) {}

  async names(): Promise<string[]> {
    const rows = await this.dataSource.manager.find(EquitySymbol, {
      select: { symbol: true },
      order: { symbol: 'ASC' },
    });
    return rows.map(({ symbol }) => symbol);
  }

  find(symbol: string): Promise<EquitySymbol | null> {
    return this.dataSource.manager.findOneBy(EquitySymbol, { symbol });
  }

  /** Forgets a symbol and its actions; its candles stay. False where it was not tracked. */
  async untrack(symbol: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.delete(EquitySymbol, { symbol });
      for (const table of ['equity_splits', 'equity_dividends', 'equity_implied_factors']) {
        await manager.query(`delete from ${table} where symbol = $1`, [symbol]);
      }
      return affected === 1;
    });
  }

  /** All of them, in alphabetical order. */
  async describe(): Promise<TrackedSymbol[]> {
    const rows = await this.dataSource.query<TrackedRow[]>(TRACKED, [EQUITY_EXCHANGE, EQUITY_INTERVAL]);
    const tracked: TrackedSymbol[] = [];
    for (const { seriesId, calendar, countedMissing, ...row } of rows) {
      const isEmpty = seriesId === null || row.first === null || row.last === null;
      const missing = isEmpty
        ? 0
        : (countedMissing ??
          (await this.countMissing({ seriesId, from: row.first!, to: begun(row.last!) }, calendar)));
      tracked.push({ ...row, missing });
    }
    return tracked;
  }

  private async countMissing(
    range: { readonly seriesId: number; readonly from: Date; readonly to: Date },
    calendar: Calendar,
  ): Promise<number> {
    const openTimes = await this.openTimes.load({ ...range, limit: MOST_CANDLES });
    return describeGaps(openTimes, intervalSeconds(EQUITY_INTERVAL), calendar, { rangeLimit: 0 }).missing;
  }
}

/** Nothing is missing before a candle that was posted ahead of its time. */
function begun(last: Date): Date {
  return new Date(Math.min(last.getTime(), Date.now()));
}
