import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../../postgres/pool';
import type { SymbolName } from '../series/series-calendars';
import type { PublishedCandle } from './candle-changes.reader';
import type { DayOfMinutes } from './day-ticker';

/** Of open times: the 24 hours that end with the newest candle, without that one. */
const EARLIER = `series_id = series.id and open_time > newest.open_time - interval '24 hours' and open_time < newest.open_time`;

const DAYS = `
  select wanted.number::int - 1 as index, series.version::float8 as version,
    coalesce(floor(extract(epoch from series.last_write_at) * 1000), 0)::float8 as "committedAt",
    (extract(epoch from newest.open_time) * 1000)::float8 as "openTime", newest.open, newest.high, newest.low, newest.close,
    newest.volume, newest.is_closed is true as "isClosed",
    opening.open as "earlierOpen", earlier.high as "earlierHigh", earlier.low as "earlierLow", earlier.volume as "earlierVolume"
  from unnest($1::text[], $2::text[]) with ordinality as wanted (exchange, symbol, number)
  join series on series.exchange = wanted.exchange and series.symbol = wanted.symbol and series.interval = '1m'
  cross join lateral (
    select * from candlesticks where series_id = series.id order by open_time desc limit 1
  ) newest
  cross join lateral (
    select max(high) as high, min(low) as low, sum(volume) as volume from candlesticks where ${EARLIER}
  ) earlier
  left join lateral (
    select open from candlesticks where ${EARLIER} order by open_time limit 1
  ) opening on true`;

interface Row extends PublishedCandle {
  readonly index: number;
  readonly version: number;
  readonly committedAt: number;
  readonly earlierOpen: string | null;
  readonly earlierHigh: string;
  readonly earlierLow: string;
  readonly earlierVolume: string;
}

/** Reads the last 24 hours of symbols from their stored candles of one minute. */
@Injectable()
export class DayTickerReader {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of the names; undefined where there are no such candles. */
  async read(names: readonly SymbolName[]): Promise<(DayOfMinutes | undefined)[]> {
    const { rows } = await poolOf(this.dataSource).query<Row>({
      name: 'days-of-minutes',
      text: DAYS,
      values: [names.map(({ exchange }) => exchange), names.map(({ symbol }) => symbol)],
    });
    const days = new Map(rows.map((row) => [row.index, toDay(row)]));
    return names.map((_, index) => days.get(index));
  }
}

function toDay({ version, committedAt, ...row }: Row): DayOfMinutes {
  const { openTime, open, high, low, close, volume, isClosed } = row;
  const newest = { openTime, open, high, low, close, volume, isClosed };
  if (row.earlierOpen === null) return { version, committedAt, newest };
  const earlier = {
    open: row.earlierOpen,
    high: row.earlierHigh,
    low: row.earlierLow,
    volume: row.earlierVolume,
  };
  return { version, committedAt, newest, earlier };
}
