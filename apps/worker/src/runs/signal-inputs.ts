import { Injectable } from '@nestjs/common';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { DatasetColumnsLoader } from '#domain/datasets/dataset-columns.loader';
import { columnsOf, DatasetDeleted } from '#domain/datasets/dataset-reader';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { SignalsRequest } from '#engine/signals/read-signals';
import type { SignalRows } from '#engine/signals/signal-rows';
import { DatasetCache } from './dataset-cache';

/** The rows of the dataset version that a run fixed when it was submitted. */
@Injectable()
export class SignalInputs {
  constructor(
    private readonly loader: DatasetColumnsLoader,
    private readonly cache: DatasetCache,
  ) {}

  /** Throws BacktestRefusal where they are not stored, or cannot be signals. */
  async load(
    { dataset, symbol }: Pick<Backtest, 'dataset' | 'symbol'>,
    { column }: SignalsRequest,
  ): Promise<SignalRows> {
    const version = dataset && (await this.loader.findVersion(dataset.versionId));
    if (!version || version.contentSha256 !== dataset.contentSha256) throw deleted();
    const stored = columnsOf(version).find(({ name }) => name === column);
    if (stored?.type !== 'number' && stored?.type !== 'flag')
      throw new BacktestRefusal(
        `parameters.column: ${column} is no column of numbers or flags of the dataset`,
      );
    try {
      const rows = await this.cache.load({ version, symbol }, stored);
      if (rows.time.length > 0) return rows;
    } catch (error) {
      throw error instanceof DatasetDeleted ? deleted() : error;
    }
    throw new BacktestRefusal(`the dataset has no rows of ${symbol}`);
  }
}

function deleted(): BacktestRefusal {
  return new BacktestRefusal(
    'parameters.dataset names no dataset that is stored, or the version was deleted',
  );
}
