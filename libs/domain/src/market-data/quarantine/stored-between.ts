import type { Pool } from 'pg';
import { intervalSeconds } from '#engine/market/interval';
import type { SeriesBatch } from '../series/candle-writes';
import type { StoredBetween } from './spike-judgement';

/** Steps from one candle of a batch to the next with a candle stored in them, strictly between the two. */
const STORED_BETWEEN = `
  select step.series_id as "seriesId", step.till as till, following.close as "firstClose",
         preceding.open_time as "lastTime", preceding.close as "lastClose"
  from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as step (series_id, since, till)
  cross join lateral (
    select close::float8 as close from candlesticks
    where series_id = step.series_id and open_time > step.since and open_time < step.till order by open_time limit 1
  ) following
  cross join lateral (
    select open_time, close::float8 as close from candlesticks
    where series_id = step.series_id and open_time > step.since and open_time < step.till order by open_time desc limit 1
  ) preceding`;

interface Row {
  readonly seriesId: number;
  readonly till: Date;
  readonly firstClose: number;
  readonly lastTime: Date;
  readonly lastClose: number;
}

/** By series, and there by the open time of the candle after it: what is stored where the candles, ascending, skip some. */
export async function loadStoredBetween(
  pool: Pool,
  batches: readonly SeriesBatch[],
): Promise<Map<number, Map<number, StoredBetween>>> {
  const steps = batches.flatMap(({ seriesId, interval, candles }) =>
    candles.slice(1).flatMap(({ openTime: till }, index) => {
      const since = candles[index].openTime;
      const isSkip = till.getTime() - since.getTime() > intervalSeconds(interval) * 1000;
      return isSkip ? [{ seriesId, since, till }] : [];
    }),
  );
  const bySeries = new Map<number, Map<number, StoredBetween>>();
  if (steps.length === 0) return bySeries;
  const { rows } = await pool.query<Row>({
    name: 'stored-between',
    text: STORED_BETWEEN,
    values: [
      steps.map(({ seriesId }) => seriesId),
      steps.map(({ since }) => since),
      steps.map(({ till }) => till),
    ],
  });
  for (const { seriesId, till, firstClose, lastTime, lastClose } of rows) {
    const between = bySeries.get(seriesId) ?? new Map<number, StoredBetween>();
    between.set(till.getTime(), { firstClose, last: { openTime: lastTime.getTime(), close: lastClose } });
    bySeries.set(seriesId, between);
  }
  return bySeries;
}
