import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { formatDateTime } from '#engine/market/parse-time';
import { orAborted } from '#platform/shutdown/or-aborted';
import { poolOf } from '../../postgres/pool';
import { withConnection } from '../../postgres/with-connection';
import type { CandleSpan } from './candle-columns.loader';
import type { OpenTimeRange } from './candlestick.reader';
import { closedBefore } from '../series/closed-candles';
import type { Series } from '../series/series.entity';
import type { SeriesName } from '../series/series-name';

interface Unconfirmed extends SeriesName {
  readonly count: number;
  readonly first: Date;
  readonly last: Date;
}

const UNFINISHED = `
  select open_time as "openTime" from candlesticks
  where series_id = $1 and not is_closed and open_time between $2 and $3 order by open_time`;

const UNCONFIRMED = `
  select exchange, symbol, interval, count(*)::float8 as count, min(open_time) as first, max(open_time) as last
  from unnest($1::integer[], $2::timestamptz[]) as known (id, closed_before)
  join series using (id) join candlesticks on series_id = id and not is_closed and open_time < closed_before
  where open_time between coalesce($3, '-infinity'::timestamptz) and coalesce($4, 'infinity'::timestamptz)
  group by exchange, symbol, interval order by exchange, symbol, interval`;

/**
 * Candles that a feed left unfinished: their time is over by two minutes, and their exchange has not confirmed them.
 * They stay as they were received last, and are left out of runs, features, regimes and roll-ups.
 */
@Injectable()
export class UnconfirmedCandles {
  constructor(private readonly dataSource: DataSource) {}

  /** What is to be said of those in a range: a sentence for each series that has some. A series may be given twice. */
  async warnings(
    series: readonly Pick<Series, 'id' | 'interval'>[],
    { start, end }: OpenTimeRange = {},
  ): Promise<string[]> {
    const distinct = [...new Map(series.map((each) => [each.id, each])).values()];
    const { rows } = await poolOf(this.dataSource).query<Unconfirmed>({
      name: 'unconfirmed-candles',
      text: UNCONFIRMED,
      values: [
        distinct.map(({ id }) => id),
        distinct.map(({ interval }) => closedBefore(interval)),
        start ?? null,
        end ?? null,
      ],
    });
    return rows.map(warningOf);
  }

  /** Open times, ascending, of a span's candles that no feed has finished: each is unconfirmed once its time is over by two minutes. */
  async unfinished({ seriesId, from, to }: CandleSpan, signal: AbortSignal): Promise<Date[]> {
    return withConnection(poolOf(this.dataSource), async (client) => {
      const reading = client.query<{ openTime: Date }>(UNFINISHED, [seriesId, from, to]);
      const { rows } = await orAborted(reading, signal);
      return rows.map(({ openTime }) => openTime);
    });
  }
}

/** As `warnings` of one series, without the database: from what `unfinished` read of it. */
export function unconfirmedWarnings(
  series: SeriesName,
  unfinished: readonly Date[],
  { start, end }: Required<OpenTimeRange>,
): string[] {
  const before = closedBefore(series.interval);
  const inRange = unfinished.filter((time) => time >= start && time <= end && time < before);
  const [first, last] = [inRange.at(0), inRange.at(-1)];
  return first && last ? [warningOf({ ...series, count: inRange.length, first, last })] : [];
}

function warningOf({ exchange, symbol, interval, count, first, last }: Unconfirmed): string {
  const [from, to] = [first, last].map((time) => formatDateTime(time.getTime()));
  const times = from === to ? from : `${from} to ${to}`;
  return `${interval} candles of ${symbol} left out, because ${exchange} has not confirmed what its feed received last: ${count} (${times})`;
}
