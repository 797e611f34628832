import type { DataSource } from 'typeorm';
import { poolOf } from '../../postgres/pool';
import type { CandleNumbers } from '../series/candle-numbers';

/** A change of a stored candle after it had closed. */
export interface CandleCorrection {
  readonly openTime: Date;
  readonly correctedAt: Date;
  readonly before: CandleNumbers;
  readonly after: CandleNumbers;
}

interface CorrectedSpan {
  readonly seriesId: number;
  /** Open time, inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

const numbersSql = (numbers: string) =>
  `jsonb_build_object(${['open', 'high', 'low', 'close', 'volume'].map((name) => `'${name}', ${numbers}.${name}::text`).join(', ')})`;

/** What came after a revision is the next one of its candle, which is among the newest, too, or the candle as it is. */
const NEWEST = `
  select open_time as "openTime", replaced_at as "correctedAt", ${numbersSql('newest')} as before,
    coalesce(lead(${numbersSql('newest')}) over (partition by open_time order by replaced_at, id), ${numbersSql('now')}) as after
  from (
    select * from candlestick_revisions
    where series_id = $1 and open_time >= $2 and open_time < $3 order by replaced_at desc, id desc limit $4
  ) newest
  join candlesticks now using (series_id, open_time)
  order by replaced_at desc, id desc`;

/** The newest corrections of candles of a span, newest first. */
export async function newestCorrections(
  dataSource: DataSource,
  { seriesId, from, to }: CorrectedSpan,
  most: number,
): Promise<CandleCorrection[]> {
  const { rows } = await poolOf(dataSource).query<CandleCorrection>(NEWEST, [seriesId, from, to, most]);
  return rows;
}
