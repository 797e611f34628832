import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FixedDataset } from '#domain/backtesting/backtest.entity';
import { readableColumn } from '#domain/datasets/dataset-reader';
import { Datasets } from '#domain/datasets/datasets';
import { holdDatasets } from '#domain/datasets/needed-datasets';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { ColumnRequest, DataNeed } from '#engine/known-data/data-request';
import { checkSignals, SIGNALS_STRATEGY } from '#engine/signals/read-signals';
import { resolveStrategy } from '#engine/strategies/registry';
import { unprocessable } from '../http/api-error';

interface RequestedStrategy {
  readonly strategy_name: string;
  readonly parameters?: object | null;
}

/** Fixes the versions of the datasets that runs read. */
@Injectable()
export class DatasetRequests {
  constructor(private readonly datasets: Datasets) {}

  /** Null where a strategy reads none; rules that cannot be read fail their run, as other parameters do. Throws 422 as `fix` does. */
  ofStrategy(strategy: RequestedStrategy): Promise<readonly FixedDataset[] | null> {
    return this.fix(needsOf(strategy), 'parameters');
  }

  /** Null where there are none; throws 422 where one is not stored or has no such column. `field` is where parameters are in the request. */
  async fix(needs: readonly DataNeed[], field: string): Promise<readonly FixedDataset[] | null> {
    const columns = needs.flatMap(({ request, path, datasetPaths = { dataset: path, version: path } }) =>
      request.kind === 'column' ? [{ request, fields: { ...datasetPaths, column: path } }] : [],
    );
    if (columns.length === 0) return null;
    const fixed = new Map<string, FixedDataset>();
    for (const { request, fields } of columns) {
      const found = await this.fixColumn(request, (part) => fields[part].replace(/^parameters/, field));
      fixed.set(`${found.name} ${found.requestedVersion ?? ''}`, found);
    }
    return [...fixed.values()];
  }

  private async fixColumn(
    { dataset: name, version: requested, column }: ColumnRequest,
    fieldOf: (part: 'dataset' | 'version' | 'column') => string,
  ): Promise<FixedDataset> {
    const found = await this.datasets.find(name, requested);
    if (!found) {
      const isVersionWrong = requested !== undefined && (await this.datasets.find(name)) !== null;
      const what = isVersionWrong ? `${name} of version ${requested}` : name;
      const field = fieldOf(isVersionWrong ? 'version' : 'dataset');
      throw unprocessable([{ field, message: `must be of a stored dataset: there is no dataset ${what}` }]);
    }
    const { dataset, version } = found;
    if (!readableColumn(version, column)) {
      const message = `must be the name of a column of numbers or flags of the dataset ${name}, got ${column}`;
      throw unprocessable([{ field: fieldOf('column'), message }]);
    }
    return {
      datasetId: dataset.id,
      versionId: version.id,
      name,
      requestedVersion: requested ?? null,
      version: version.version,
      contentSha256: version.contentSha256,
    };
  }
}

/** In the transaction that stores the run: throws 422 where one was deleted while the request was checked. */
export async function holdOrRefuse(
  manager: EntityManager,
  datasets: readonly FixedDataset[] | null,
): Promise<void> {
  if (await holdDatasets(manager, datasets)) return;
  const message = 'must be of stored datasets: one was deleted while the request was checked';
  throw unprocessable([{ field: 'parameters', message }]);
}

function needsOf({ strategy_name: name, parameters }: RequestedStrategy): readonly DataNeed[] {
  if (name === SIGNALS_STRATEGY) {
    const read = checkSignals(parameters ?? {});
    if ('problems' in read) throw unprocessable(read.problems);
  }
  try {
    const resolved = resolveStrategy(name, parameters);
    return resolved.strategy.needs?.(resolved.parameters) ?? [];
  } catch (error) {
    if (error instanceof BacktestRefusal) return [];
    throw error;
  }
}
