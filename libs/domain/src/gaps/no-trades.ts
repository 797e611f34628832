import type { EntityManager } from 'typeorm';
import { intervalSeconds } from '#engine/market/interval';
import type { Series } from '../market-data/series/series.entity';

/** The open times of all certain gaps, less the candles that came in since. $1: the series, $2: its interval in seconds. */
const NO_TRADES = `
  select coalesce(sum(
    floor(extract(epoch from last_open_time - first_open_time) / $2) + 1
    - (select count(*) from candlesticks
       where candlesticks.series_id = confirmed_gaps.series_id and open_time between first_open_time and last_open_time)
  ), 0)::float8 as count
  from confirmed_gaps where series_id = $1 and attempts >= 2`;

export async function countNoTrades(
  manager: EntityManager,
  { id, interval }: Pick<Series, 'id' | 'interval'>,
): Promise<number> {
  const [{ count }] = await manager.query<[{ count: number }]>(NO_TRADES, [id, intervalSeconds(interval)]);
  return count;
}

/** After certain gaps were noted: the summary need not wait for the next count. */
export async function updateNoTrades(
  manager: EntityManager,
  series: Pick<Series, 'id' | 'interval'>,
): Promise<void> {
  await manager.query('update series_quality set no_trades = $2 where series_id = $1', [
    series.id,
    await countNoTrades(manager, series),
  ]);
}
