import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LOADED_CONTENT } from '../market-data/series/record-candles-sql';
import { eventLogOf } from '../event-log/event-log';

/** A load that has changed nothing for so long has lost its process. */
const ABANDONED_SECONDS = 600;

/** What a load changed is reported by one event for each series. */
const FINISH = (condition: string) => `
  with load as (
    delete from candle_loads where ${condition} returning *
  )
  insert into events (kind, exchange, symbol, interval, event_count, content, bytes)
  select 'candles.loaded', exchange, symbol, interval, 1, content, pg_column_size(content)
  from (
    select exchange, symbol, interval, ${LOADED_CONTENT('load', 'load.version', 'clock_timestamp()')} as content
    from load join series on series.id = load.series_id
    order by load.series_id
  ) event`;

/**
 * Loads of many commits, such as an upload or an import: what each commit changed is added up in its transaction, and one event reports
 * it in the end, so that a million candles are not a million events.
 */
@Injectable()
export class CandleLoads {
  constructor(private readonly dataSource: DataSource) {}

  /** Reports what the load has changed. */
  async finish(loadId: string): Promise<void> {
    await this.dataSource.query(FINISH('load_id = $1'), [loadId]);
    eventLogOf(this.dataSource).recorded();
  }

  /** Reports what loads have changed whose process was lost. */
  async finishAbandoned(): Promise<void> {
    await this.dataSource.query(FINISH(`renewed_at < now() - make_interval(secs => $1)`), [
      ABANDONED_SECONDS,
    ]);
  }
}
