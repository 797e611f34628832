import type { Creation } from '../job-runs/create-runs';
import type { Backtest, RequestedBenchmark, RequestedRun } from './backtest.entity';

type Requested = Pick<
  RequestedRun,
  'strategyName' | 'symbol' | 'interval' | 'exchange' | 'startDate' | 'endDate' | 'datasets'
> &
  Pick<Backtest, 'parameters' | 'execution'> & { readonly benchmark?: RequestedBenchmark };

/** A requested backtest by the columns of its table. */
export function backtestRow({
  strategyName,
  startDate,
  endDate,
  benchmark,
  ...same
}: Requested): Creation['row'] {
  const { symbol, interval, exchange, datasets, parameters, execution } = same;
  return {
    strategy_name: strategyName,
    symbol,
    interval,
    exchange,
    start_date: startDate,
    end_date: endDate,
    datasets,
    parameters,
    execution,
    benchmark: benchmark ?? null,
  };
}
