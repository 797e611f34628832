import type { Pool } from 'pg';
import { arrayLiteral } from '../../postgres/array-literals';
import { OUTLIER_REASON } from './candle-quarantine';
import type { SeriesBatch } from '../series/candle-writes';
import { identityColumns, requireAllKnown } from '../series/series-replaced-error';
import type { SeriesTail } from './spike-judgement';

/** For ranges of series: the candle before, the close after, and the last suspect between them that is in quarantine. */
const TAILS = `
  select batch.series_id as "seriesId", series.version::float8 as version, before.open_time as "newestTime", before.close as "newestClose",
         after.close as "closeAfter", suspect.*
  from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[]) with ordinality
    as batch (series_id, exchange, symbol, interval, first, last, number)
  join series on series.id = batch.series_id
    and (series.exchange, series.symbol, series.interval) = (batch.exchange, batch.symbol, batch.interval)
  left join lateral (
    select open_time, close::float8 as close from candlesticks
    where series_id = batch.series_id and open_time < batch.first order by open_time desc limit 1
  ) before on true
  left join lateral (
    select open_time, close::float8 as close from candlesticks
    where series_id = batch.series_id and open_time > batch.last order by open_time limit 1
  ) after on true
  left join lateral (
    select open_time as "openTime", open, high, low, close, volume, (
        select stored.close::float8 from candlesticks stored
        where stored.series_id = batch.series_id and stored.open_time < kept.open_time
        order by stored.open_time desc limit 1
      ) as "suspectBefore"
    from quarantined_candles kept
    where kept.exchange = series.exchange and kept.symbol = series.symbol and kept.interval = series.interval
      and kept.awaits_next_candle and kept.reason <> '${OUTLIER_REASON}' and kept.open_time < coalesce(after.open_time, 'infinity')
      and kept.open_time >= coalesce(before.open_time, '-infinity')
    order by open_time desc limit 1
  ) suspect on true
  order by batch.number`;

interface TailRow {
  readonly seriesId: number;
  readonly version: number;
  readonly newestTime: Date | null;
  readonly newestClose: number;
  readonly closeAfter: number | null;
  readonly openTime: Date | null;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly suspectBefore: number | null;
}

export interface LoadedTail {
  readonly tail: SeriesTail;
  /** What is stored after the candles to judge; they lie inside the series then. */
  readonly closeAfter?: number;
}

/** By series, the tail before each batch; throws SeriesReplacedError where an id is not that of its series any more. */
export async function loadSeriesTails(
  pool: Pool,
  batches: readonly SeriesBatch[],
): Promise<Map<number, LoadedTail>> {
  if (batches.length === 0) return new Map();
  const { rows } = await pool.query<TailRow>({
    name: 'series-tails',
    text: TAILS,
    values: [
      ...identityColumns(batches),
      arrayLiteral(batches.map(({ candles }) => candles[0].openTime.toISOString())),
      arrayLiteral(batches.map(({ candles }) => candles[candles.length - 1].openTime.toISOString())),
    ],
  });
  requireAllKnown(batches, new Set(rows.map(({ seriesId }) => seriesId)));
  return new Map(batches.map(({ seriesId }, index) => [seriesId, toLoadedTail(rows[index])]));
}

function toLoadedTail({ version, newestTime, newestClose, closeAfter, ...kept }: TailRow): LoadedTail {
  const newest = newestTime ? { openTime: newestTime.getTime(), close: newestClose } : undefined;
  const { openTime, open, high, low, close, volume, suspectBefore } = kept;
  const suspect = openTime &&
    suspectBefore !== null && {
      candle: { openTime, open, high, low, close, volume },
      before: suspectBefore,
    };
  const bars = { version, newest, previous: newest ? undefined : null };
  return {
    tail: suspect ? { state: 'suspect', ...bars, suspect } : { state: 'settled', ...bars },
    closeAfter: closeAfter ?? undefined,
  };
}
