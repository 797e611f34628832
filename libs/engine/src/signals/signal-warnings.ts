import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type CandleColumns } from '../market/candle-columns';
import { sayOfDataset } from '../known-data/data-warnings';
import { formatDateTime } from '../market/parse-time';
import { type SignalsRequest } from './read-signals';
import { type AlignedSignals } from './signal-rows';

/**
 * What a reader of a run has to know of its dataset. Part of the range without rows is no reason to refuse it: a model needs
 * history before its first prediction, and the bars without one are counted. Throws BacktestRefusal where no row counts.
 */
export function signalWarnings(
  request: SignalsRequest,
  { values, late, unmatched }: AlignedSignals,
  candles: CandleColumns,
  tradeFrom: number,
): string[] {
  const bars = candles.length - tradeFrom;
  let used = 0;
  for (let bar = tradeFrom; bar < candles.length; bar++) if (!Number.isNaN(values[bar])) used++;
  const what = `${request.dataset}.${request.column}`;
  if (used === 0) {
    const why = late > 0 ? ` that was known at its close (${late} became known later)` : '';
    throw new BacktestRefusal(`${what} has no value at the open time of a candle of the range${why}`);
  }
  const isUsed = (value: number, bar: number) => bar >= tradeFrom && !Number.isNaN(value);
  const at = (bar: number) => formatDateTime(candles.openTime[bar]);
  return [
    ...(used < bars
      ? [
          `${what} has values at ${used} of the ${bars} bars, from ${at(values.findIndex(isUsed))} to ${at(values.findLastIndex(isUsed))}; without one what is held stays`,
        ]
      : []),
    ...(late > 0
      ? [
          `rows of ${request.dataset} that became known after the close of their bar and do not count: ${late}`,
        ]
      : []),
    ...(unmatched > 0
      ? [`rows of ${request.dataset} in the range whose time is the open of no candle: ${unmatched}`]
      : []),
    sayOfDataset(request.dataset),
  ];
}
