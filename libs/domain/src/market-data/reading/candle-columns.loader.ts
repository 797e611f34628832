import { Injectable } from '@nestjs/common';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { allocateCandleColumns, type CandleColumns, sliceCandleColumns } from '#engine/market/candle-columns';
import { orAborted } from '#platform/shutdown/or-aborted';
import { poolOf } from '../../postgres/pool';
import { withConnection } from '../../postgres/with-connection';
import { CANDLE_TEXT, closedBefore, hasClosed } from '../series/closed-candles';
import { CopyBinaryDecoder, decoding } from './decode-copy-binary';
import type { Series } from '../series/series.entity';
import type { CandleNeed } from '../series/interval-candles';

export interface CandleSpan {
  readonly seriesId: number;
  /** Both inclusive. */
  readonly from: Date;
  readonly to: Date;
}

export interface NewestCandle {
  readonly openTime: Date;
  /** Prices and volume, digit for digit. */
  readonly text: string;
}

/** A candle that its feed has not confirmed counts for nothing. */
const COUNTS = 'is_closed is not false';

/** Loads a span of a series into columns that worker threads can share. */
@Injectable()
export class CandleColumnsLoader {
  constructor(private readonly dataSource: DataSource) {}

  /** When `signal` aborts it rejects at once, and closes its connection, whatever the database is doing. */
  async load({ seriesId, from, to }: CandleSpan, signal: AbortSignal): Promise<CandleColumns> {
    return withConnection(poolOf(this.dataSource), async (client) => {
      // COPY takes no parameters; an integer and two times in ISO form cannot carry anything else.
      const span = `series_id = ${Math.trunc(seriesId)} and open_time between '${from.toISOString()}' and '${to.toISOString()}' and ${COUNTS}`;
      // Both statements see the same candles, so the count is exact.
      await client.query('begin isolation level repeatable read read only');
      const counted = await orAborted(
        client.query<{ count: string }>(`select count(*) from candlesticks where ${span}`),
        signal,
      );
      const columns = allocateCandleColumns(Number(counted.rows[0].count));
      const decoder = new CopyBinaryDecoder(columns);
      await pipeline(
        client.query(
          copyTo(
            `copy (select open_time, open, high, low, close, volume from candlesticks where ${span} order by open_time)
             to stdout (format binary)`,
          ),
        ),
        decoding(decoder),
        { signal },
      );
      await client.query('commit');
      return sliceCandleColumns(columns, 0, decoder.rowCount);
    });
  }

  /** The open time of the last candle whose time is over; null where there is none. */
  async lastClosed(series: Pick<Series, 'id' | 'interval'>): Promise<Date | null> {
    return (await this.newestClosed(series))?.openTime ?? null;
  }

  /** The last candle whose time is over, with its digits. */
  async newestClosed({ id, interval }: Pick<Series, 'id' | 'interval'>): Promise<NewestCandle | undefined> {
    const { rows } = await poolOf(this.dataSource).query<NewestCandle>(
      `select open_time as "openTime", ${CANDLE_TEXT} as text from candlesticks
       where series_id = $1 and ${hasClosed('$2')} order by open_time desc limit 1`,
      [id, closedBefore(interval)],
    );
    return rows.at(0);
  }

  /** The span that holds what is needed; it begins with the first candle where there are fewer before it. */
  async spanOf(seriesId: number, { start, end, warmupBars }: CandleNeed): Promise<CandleSpan> {
    if (warmupBars === 0) return { seriesId, from: start, to: end };
    const { rows } = await poolOf(this.dataSource).query<{ open_time: Date | null }>(
      `select min(open_time) as open_time from (
         select open_time from candlesticks where series_id = $1 and open_time < $2 and ${COUNTS} order by open_time desc limit $3
       ) earlier`,
      [seriesId, start, warmupBars],
    );
    return { seriesId, from: rows[0].open_time ?? start, to: end };
  }

  /** The open time of the so-manieth candle from a time on; undefined where there are fewer. */
  async openTimeFrom(seriesId: number, time: Date, candle: number): Promise<Date | undefined> {
    const { rows } = await poolOf(this.dataSource).query<{ open_time: Date }>(
      `select open_time from candlesticks where series_id = $1 and open_time >= $2 and ${COUNTS}
       order by open_time offset $3 limit 1`,
      [seriesId, time, candle - 1],
    );
    return rows.at(0)?.open_time;
  }
}
