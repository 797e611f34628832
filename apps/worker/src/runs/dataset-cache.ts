import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import { LRUCache } from 'lru-cache';
import type { Counter } from 'prom-client';
import {
  DatasetColumnsLoader,
  type RowsOfSymbol,
  type RowTimes,
} from '#domain/datasets/dataset-columns.loader';
import type { StoredColumn } from '#domain/datasets/dataset-reader';
import type { KnownRows } from '#engine/known-data/known-data';
import type { Environment } from '#platform/config/environment';
import { declareCounter } from '#platform/metrics/declare-metric';
import { ENVIRONMENT } from '#platform/tokens';

const BYTES_PER_MEGABYTE = 1024 * 1024;
const LOADS = 'dataset_cache_loads_total';

export const DATASET_CACHE_METRICS = [
  declareCounter({
    name: LOADS,
    help: 'Loads of columns of datasets from the database, because the cache did not have them',
  }),
];

interface Loading {
  readonly load: () => Promise<Cached>;
}

interface Cached {
  readonly bytes: number;
  readonly times?: RowTimes;
  readonly values?: Float64Array;
}

/** Columns of datasets, kept while there is room: of versions, which never change, so that their ids are keys. */
@Injectable()
export class DatasetCache {
  private readonly kept: LRUCache<string, Cached, Loading>;

  constructor(
    private readonly loader: DatasetColumnsLoader,
    @Inject(ENVIRONMENT) environment: Environment,
    @InjectMetric(LOADS) loads: Counter,
  ) {
    this.kept = new LRUCache({
      maxSize: environment.seriesCacheMegabytes * BYTES_PER_MEGABYTE,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      // A load that loses its room to others before it ends is still waited for.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => {
        loads.inc();
        return context.load();
      },
    });
  }

  /** The rows of a symbol with a column of numbers or flags. */
  async load(rows: RowsOfSymbol, column: StoredColumn): Promise<KnownRows> {
    const { version, symbol } = rows;
    // A restored database has ids again, of other content.
    const key = [version.id, version.contentSha256, version.symbolCount === null ? null : symbol];
    const { times } = await this.fetch(key, async () => {
      const times = await this.loader.loadTimes(rows);
      return { times, bytes: 3 * times.time.byteLength };
    });
    const { values } = await this.fetch([...key, column.index], async () => {
      const values = await this.loader.loadValues(version, column, times!);
      return { values, bytes: values.byteLength };
    });
    return { kind: 'rows', time: times!.time, knownAt: times!.knownAt, value: values! };
  }

  private fetch(key: readonly unknown[], load: () => Promise<Cached>): Promise<Cached> {
    return this.kept.forceFetch(JSON.stringify(key), { context: { load } });
  }
}
