import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { poolOf } from '../../postgres/pool';
import { withConnection } from '../../postgres/with-connection';
import { candlestickJsonSql, openTimeSql, SERIES_HEAD_SQL } from './candlestick-json';
import type { OpenTimeRange } from './candlestick.reader';

export type ExportFormat = 'csv' | 'ndjson';

/** Thrown when as many exports run as may hold a connection. */
export class TooManyExports extends Error {
  constructor(readonly limit: number) {
    super(`${limit} exports are running, and no more may at once`);
    this.name = 'TooManyExports';
  }
}

const CHUNK_BYTES = 64 * 1024;

/** JSON has none of these in it, so as "quoted" text with them it comes out untouched; COPY's plain text would double each backslash. */
const VERBATIM = `format csv, delimiter e'\\x02', quote e'\\x01'`;

const COPIES: Readonly<Record<ExportFormat, (seriesId: number, span: string) => string>> = {
  csv: (seriesId, span) => `
    copy (
      select ${openTimeSql('open_time')} as open_time, open, high, low, close, volume
      from candlesticks where series_id = ${seriesId} and ${span} order by candlesticks.open_time
    ) to stdout (format csv, header)`,
  ndjson: (seriesId, span) => `
    copy (
      select ${candlestickJsonSql('candle', 'series')}
      from candlesticks candle
      join (select id, ${SERIES_HEAD_SQL} as head from series where id = ${seriesId}) series on series.id = candle.series_id
      where candle.series_id = ${seriesId} and ${span} order by candle.open_time
    ) to stdout (${VERBATIM})`,
};

/** All candles of a series between two times as text that the database builds, in memory that does not grow with their number. */
@Injectable()
export class CandlestickExporter {
  private running = 0;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * `consume` is called once rows flow; what fails before rejects without it. Nothing limits how long an export takes. It
   * ends when `consume` does, and when its reader takes nothing for as long as a connection may be silent.
   */
  async export(
    seriesId: number,
    { start, end }: OpenTimeRange,
    format: ExportFormat,
    consume: (text: Readable) => Promise<void>,
  ): Promise<void> {
    const pool = poolOf(this.dataSource);
    // An export lasts as long as its reader likes; the other half of the connections is for everybody else.
    const limit = Math.max(1, Math.floor(pool.options.max / 2));
    if (this.running >= limit) throw new TooManyExports(limit);
    this.running += 1;
    try {
      await withConnection(pool, async (client) => {
        await client.query('begin read only');
        await client.query('set local statement_timeout = 0');
        // COPY takes no parameters; an integer and two times in ISO form cannot carry anything else.
        const span = `open_time between '${start?.toISOString() ?? '-infinity'}' and '${end?.toISOString() ?? 'infinity'}'`;
        const text = client.query(
          copyTo(COPIES[format](Math.trunc(seriesId), span), { highWaterMark: CHUNK_BYTES }),
        );
        // Where nobody reads any more, nothing is reported.
        text.on('error', ignore);
        await once(text, 'readable');
        await consume(text);
        await client.query('commit');
      });
    } finally {
      this.running -= 1;
    }
  }
}

function ignore(): void {}
