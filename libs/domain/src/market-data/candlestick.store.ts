import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CandlePrices } from '#engine/market/validate-candle';
import { intervalSeconds, type Interval } from '#engine/market/interval';
import { OUTLIER_WINDOW } from '#engine/market/outlier';
import { poolOf } from '../database/pool';

export interface CandleToWrite extends CandlePrices {
  /** Whole seconds. */
  readonly openTime: Date;
}

export interface WriteCounts {
  readonly inserted: number;
  /** Rows that had been stored with other content; equal ones are left alone. */
  readonly updated: number;
}

/**
 * One statement inserts what is new, changes what differs in any digit, and moves the series' counters: they commit
 * together or not at all. It locks candles in ascending time and then the series, so that writers of one series queue up
 * instead of deadlocking. The revision of a changed candle is the table's trigger's work.
 */
const UPSERT = `
  with written as (
    insert into candlesticks (series_id, open_time, open, high, low, close, volume, is_closed)
    select $1, open_time, open, high, low, close, volume, open_time + make_interval(secs => $2) <= now()
    from unnest($3::timestamptz[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[])
      as incoming (open_time, open, high, low, close, volume)
    order by open_time
    on conflict (series_id, open_time) do update
      set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
          volume = excluded.volume, is_closed = excluded.is_closed
      where (candlesticks.open::text, candlesticks.high::text, candlesticks.low::text, candlesticks.close::text,
             candlesticks.volume::text, candlesticks.is_closed)
        is distinct from (excluded.open::text, excluded.high::text, excluded.low::text, excluded.close::text,
             excluded.volume::text, excluded.is_closed)
    returning open_time, xmax = 0 as inserted
  ), counted as (
    select count(*) filter (where inserted) as inserted, count(*) as changed,
           min(open_time) as first, max(open_time) as last
    from written
  )
  update series
    set candle_count = candle_count + counted.inserted, version = version + 1, last_write_at = now(),
        first_open_time = least(first_open_time, counted.first), last_open_time = greatest(last_open_time, counted.last)
  from counted
  where id = $1 and counted.changed > 0
  returning counted.inserted, counted.changed`;

const PREVIOUS_CLOSES = `
  select close from candlesticks where series_id = $1 and open_time < $2 order by open_time desc limit ${OUTLIER_WINDOW}`;

@Injectable()
export class CandlestickStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores candles of one series; of several with the same open time the last one counts. */
  async upsert(
    seriesId: number,
    interval: Interval,
    candles: readonly CandleToWrite[],
  ): Promise<WriteCounts> {
    const distinct = [...new Map(candles.map((candle) => [candle.openTime.getTime(), candle])).values()];
    const numbers = (field: keyof CandlePrices) => toArrayLiteral(distinct.map((candle) => candle[field]));
    const { rows } = await poolOf(this.dataSource).query<{ inserted: string; changed: string }>({
      name: 'upsert-candlesticks',
      text: UPSERT,
      values: [
        seriesId,
        intervalSeconds(interval),
        toArrayLiteral(distinct.map((candle) => `"${candle.openTime.toISOString()}"`)),
        ...(['open', 'high', 'low', 'close', 'volume'] as const).map(numbers),
      ],
    });
    const inserted = Number(rows[0]?.inserted ?? 0);
    return { inserted, updated: Number(rows[0]?.changed ?? 0) - inserted };
  }

  /** The closes of the up to twenty candles stored before a time, as floats: outliers are judged by size, not digits. */
  async closesBefore(seriesId: number, openTime: Date): Promise<number[]> {
    const { rows } = await poolOf(this.dataSource).query<{ close: string }>({
      name: 'previous-closes',
      text: PREVIOUS_CLOSES,
      values: [seriesId, openTime],
    });
    return rows.map((row) => Number(row.close));
  }
}

/** An array as Postgres reads it; cheaper than letting the driver quote each element. */
function toArrayLiteral(items: readonly string[]): string {
  return `{${items.join(',')}}`;
}
