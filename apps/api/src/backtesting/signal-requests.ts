import { Injectable } from '@nestjs/common';
import type { FixedDataset } from '#domain/backtesting/backtest.entity';
import { Datasets } from '#domain/datasets/datasets';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { readSignals, SIGNALS_STRATEGY, type SignalsRequest } from '#engine/signals/read-signals';
import { unprocessable } from '../http/api-error';
import type { SubmitBacktestDto } from './backtest.dto';

/** Fixes the version of the dataset that decides what a run trades. */
@Injectable()
export class SignalRequests {
  constructor(private readonly datasets: Datasets) {}

  /** Null where none does; throws 422 where the request names none that can. */
  async fix({ strategy_name, parameters }: SubmitBacktestDto): Promise<FixedDataset | null> {
    if (strategy_name !== SIGNALS_STRATEGY) return null;
    const { dataset: name, version: number, column } = read(parameters ?? {});
    const found = await this.datasets.find(name, number);
    if (!found) throw absentDataset();
    const { dataset, version } = found;
    const type = version.columns.find((each) => each.name === column)?.type;
    if (type !== 'number' && type !== 'flag') {
      const message = `must be the name of a column of numbers or flags of the dataset ${name}`;
      throw unprocessable([{ field: 'parameters.column', message }]);
    }
    return {
      datasetId: dataset.id,
      versionId: version.id,
      name,
      version: version.version,
      contentSha256: version.contentSha256,
    };
  }
}

/** Also where it was deleted while the request was checked. */
export function absentDataset() {
  return unprocessable([
    { field: 'parameters.dataset', message: 'must be the name of a stored dataset, with the version named' },
  ]);
}

function read(parameters: object): SignalsRequest {
  try {
    return readSignals(parameters);
  } catch (error) {
    if (error instanceof BacktestRefusal)
      throw unprocessable([{ field: 'parameters', message: `: ${error.message}` }]);
    throw error;
  }
}
