import { eventually } from '../../../apps/worker/test/support/within';
import type { CandleWatcher } from './candle-watcher';
import { WRITTEN_EXCHANGE } from './candle-writers';
import type { FaultStage } from './fault-stage';

/** Resolves when the watcher knows every stored candle from its first one on, as it is stored. */
export async function untilComplete(
  stage: Pick<FaultStage, 'query'>,
  watcher: Pick<CandleWatcher, 'closes'>,
  symbol: string,
  exchange = WRITTEN_EXCHANGE,
): Promise<void> {
  const rows = await stage.query<{ time: string; close: string }>(
    `select to_char(open_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time, candle.close::text
     from candlesticks candle join series on series.id = candle.series_id
     where exchange = $1 and symbol = $2 order by open_time`,
    [exchange, symbol],
  );
  await eventually(
    `a watcher of ${symbol} knows ${rows.length} candles`,
    () => {
      const first = [...watcher.closes.keys()].sort().at(0) ?? '';
      const wanted = rows.filter(({ time }) => time >= first);
      return Promise.resolve(wanted.filter(({ time, close }) => watcher.closes.get(time) !== close));
    },
    (missing) => missing.length === 0,
  );
}
