import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeriesName } from '../market-data/series/series-name';
import type { OpenStream } from './open-stream-list.entity';

/** An instance that has not renewed its list for so long is dead, and its streams with it. */
const DEAD_AFTER_SECONDS = 15;
const IS_ALIVE = `updated_at > now() - interval '${DEAD_AFTER_SECONDS} seconds'`;

/** Which streams are open, over all instances of the API. */
@Injectable()
export class OpenStreams {
  constructor(private readonly dataSource: DataSource) {}

  /** Renews the list of an instance, and removes those of dead ones. */
  async renew(
    instance: string,
    streams: readonly OpenStream[],
    series: readonly SeriesName[],
  ): Promise<void> {
    await this.dataSource.query(
      `with dead as (delete from open_stream_lists where instance <> $1 and not (${IS_ALIVE}))
       insert into open_stream_lists (instance, streams, series, updated_at) values ($1, $2, $3, now())
       on conflict (instance) do update
         set streams = excluded.streams, series = excluded.series, updated_at = excluded.updated_at`,
      [instance, JSON.stringify(streams), JSON.stringify(series)],
    );
  }

  async remove(instance: string): Promise<void> {
    await this.dataSource.query('delete from open_stream_lists where instance = $1', [instance]);
  }

  /** Those of every other instance that lives. */
  async ofOthers(instance: string): Promise<OpenStream[]> {
    const rows: { streams: OpenStream[] }[] = await this.dataSource.query(
      `select streams from open_stream_lists where instance <> $1 and ${IS_ALIVE} order by instance`,
      [instance],
    );
    return rows.flatMap(({ streams }) => streams);
  }

  /** The series that some open stream requests now, each once. */
  wantedSeries(): Promise<readonly SeriesName[]> {
    return this.dataSource.query(
      `select distinct wanted.exchange, wanted.symbol, wanted.interval
       from open_stream_lists, jsonb_to_recordset(series) as wanted (exchange text, symbol text, interval text)
       where ${IS_ALIVE} order by 1, 2, 3`,
    );
  }
}
