import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '#domain/postgres/pool';
import { CandleQuarantine, type CandleToQuarantine } from '#domain/market-data/quarantine/candle-quarantine';
import { CandleIngest, type SourceIngestResult } from '#domain/market-data/ingest/candle-ingest';
import type { CandleSource, NamedCandles } from '#domain/market-data/series/candle-writes';
import type { SeriesName } from '#domain/market-data/series/series-name';

/**
 * Among the newest candles: the newest closed one before the oldest that is still open. The feed closes candles in order, so
 * everything up to there is whole.
 */
const RESUME_POINT = `
  with newest as (
    select open_time, is_closed from candlesticks
    where series_id = (select id from series where exchange = $1 and symbol = $2 and interval = $3) and open_time <= $4
    order by open_time desc limit 1000
  )
  select coalesce(
    (select max(open_time) from newest
     where is_closed and open_time < coalesce((select min(open_time) from newest where is_closed is not true), 'infinity')),
    (select min(open_time) from newest)
  ) as "openTime"`;

/** What the feed reads and writes. */
@Injectable()
export class FeedStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ingest: CandleIngest,
    private readonly quarantine: CandleQuarantine,
  ) {}

  /** Where the feed of a series goes on, milliseconds since 1970 UTC; undefined where nothing is stored. */
  async resumePoint({ exchange, symbol, interval }: SeriesName, now: number): Promise<number | undefined> {
    const { rows } = await poolOf(this.dataSource).query<{ openTime: Date | null }>({
      name: 'feed-resume-point',
      text: RESUME_POINT,
      values: [exchange, symbol, interval, new Date(now)],
    });
    return rows[0].openTime?.getTime();
  }

  /** Each series named once. */
  write(batches: readonly NamedCandles[], source: CandleSource): Promise<SourceIngestResult> {
    return this.ingest.ingestFromSource(batches, source);
  }

  /** For one that the database does not take. */
  async keepApart(candle: CandleToQuarantine, source: CandleSource): Promise<void> {
    await this.quarantine.keep([candle], source);
  }
}
