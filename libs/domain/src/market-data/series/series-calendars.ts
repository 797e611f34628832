import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Calendar, calendarOf } from '#engine/calendar/calendar';

export interface SymbolName {
  readonly exchange: string;
  readonly symbol: string;
}

/**
 * SQL: the calendar that a new series begins with: that of its symbol's other intervals, else the default of its exchange.
 * The parameters are SQL expressions.
 */
export function newSeriesCalendar(exchange: string, symbol: string, exchangeDefault: string): string {
  return `coalesce((select known.calendar from series known
    where known.exchange = ${exchange} and known.symbol = ${symbol} order by known.id limit 1), ${exchangeDefault})`;
}

/** When symbols trade: one calendar for all intervals of a symbol. */
@Injectable()
export class SeriesCalendars {
  constructor(private readonly dataSource: DataSource) {}

  /** Looks the calendar of each symbol up: that of its series, or the one that its first series would have. */
  async of(symbols: readonly SymbolName[]): Promise<(name: SymbolName) => Calendar> {
    const rows = await this.dataSource.query<(SymbolName & { calendar: Calendar })[]>(
      `select exchange, symbol, min(calendar) as calendar from series
       where (exchange, symbol) in (select * from unnest($1::text[], $2::text[])) group by exchange, symbol`,
      [symbols.map(({ exchange }) => exchange), symbols.map(({ symbol }) => symbol)],
    );
    const stored = new Map(rows.map((row) => [keyOf(row), row.calendar]));
    return (name) => stored.get(keyOf(name)) ?? calendarOf(name.exchange);
  }

  /**
   * Sets the calendar of all intervals of a symbol; false where none is stored. What was computed by another calendar
   * (quality, features, roll-ups) carries its name and is computed again.
   */
  change({ exchange, symbol }: SymbolName, calendar: Calendar): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      // In the order in which writes of candles lock series.
      const series = await manager.query<{ id: number; calendar: Calendar }[]>(
        'select id, calendar from series where exchange = $1 and symbol = $2 order by id for no key update',
        [exchange, symbol],
      );
      const changed = series.filter((one) => one.calendar !== calendar).map(({ id }) => id);
      if (changed.length > 0) {
        await manager.query('update series set calendar = $2 where id = any($1)', [changed, calendar]);
        // They count candles that the calendar before expected.
        await manager.query('delete from confirmed_gaps where series_id = any($1)', [changed]);
      }
      return series.length > 0;
    });
  }
}

function keyOf({ exchange, symbol }: SymbolName): string {
  return JSON.stringify([exchange, symbol]);
}
