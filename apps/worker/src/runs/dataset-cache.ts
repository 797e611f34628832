import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import { LRUCache } from 'lru-cache';
import type { Counter } from 'prom-client';
import {
  chooseRows,
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
  readonly rowsBySymbol?: ReadonlyMap<string, Int32Array>;
}

/** A dataset of symbols whose times and rows would fill more of the cache than this is loaded for the requested symbol alone. */
const LARGEST_SHARE = 0.25;
/** Of a time, of when it is known, and of the index of a row. */
const BYTES_PER_ROW = 20;
const NO_ROWS = new Int32Array();

/** Columns of datasets, kept while there is room: of versions, which never change, so that their ids are keys. */
@Injectable()
export class DatasetCache {
  private readonly kept: LRUCache<string, Cached, Loading>;
  private readonly mostSharedRows: number;

  constructor(
    private readonly loader: DatasetColumnsLoader,
    @Inject(ENVIRONMENT) environment: Environment,
    @InjectMetric(LOADS) loads: Counter,
  ) {
    const maxSize = environment.seriesCacheMegabytes * BYTES_PER_MEGABYTE;
    this.mostSharedRows = (maxSize * LARGEST_SHARE) / BYTES_PER_ROW;
    this.kept = new LRUCache({
      maxSize,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      // A load that loses its room to others before it ends is still waited for.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => {
        loads.inc();
        return context.load();
      },
    });
  }

  /**
   * The rows of a symbol with a column of numbers or flags. Of a dataset with symbols all are loaded at once, since the members of a
   * portfolio read them one after the other, and reading one symbol takes as long as reading all.
   */
  async load(rows: RowsOfSymbol, column: StoredColumn): Promise<KnownRows> {
    const { version, symbol } = rows;
    if (symbol === null || version.symbolCount === null)
      return this.loadRows({ version, symbol: null }, column);
    if (version.rowCount > this.mostSharedRows) return this.loadRows(rows, column);
    const all = await this.loadRows({ version, symbol: null }, column);
    const { rowsBySymbol } = await this.fetch([...keyOf({ version, symbol: null }), 'symbols'], async () => {
      const rowsBySymbol = await this.loader.loadSymbols(version);
      return { rowsBySymbol, bytes: version.rowCount * Int32Array.BYTES_PER_ELEMENT };
    });
    const chosen = rowsBySymbol!.get(symbol) ?? NO_ROWS;
    return {
      kind: 'rows',
      time: chooseRows(all.time, chosen),
      knownAt: chooseRows(all.knownAt, chosen),
      value: chooseRows(all.value, chosen),
    };
  }

  private async loadRows(rows: RowsOfSymbol, column: StoredColumn): Promise<KnownRows> {
    const { version } = rows;
    const key = keyOf(rows);
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

/** A restored database has ids again, of other content. */
function keyOf({ version, symbol }: RowsOfSymbol): readonly unknown[] {
  return [version.id, version.contentSha256, symbol];
}
