import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import { LRUCache } from 'lru-cache';
import type { Counter } from 'prom-client';
import { CandleColumnsLoader, type CandleSpan } from '#domain/market-data/reading/candle-columns.loader';
import type { CandleNeed } from '#domain/market-data/series/interval-candles';
import type { Series } from '#domain/market-data/series/series.entity';
import { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import { BYTES_PER_CANDLE, type CandleColumns } from '#engine/market/candle-columns';
import type { Environment } from '#platform/config/environment';
import { declareCounter } from '#platform/metrics/declare-metric';
import { ENVIRONMENT } from '#platform/tokens';

const BYTES_PER_MEGABYTE = 1024 * 1024;
const LOADS = 'series_cache_loads_total';

export const SERIES_CACHE_METRICS = [
  declareCounter({
    name: LOADS,
    help: 'Loads of candles from the database, because the cache did not have them',
  }),
];

/** A series that would fill more of the cache than this is loaded by the requested span. */
const LARGEST_SHARE = 0.5;

interface CachedCandles {
  readonly columns: CandleColumns;
  /** Open times of candles that no feed has finished, which the columns leave out. */
  readonly unfinished: readonly Date[];
}

interface LoadContext {
  readonly span: CandleSpan;
  readonly stop: AbortSignal;
}

/**
 * Candles as columns, kept while there is room. A series' state is part of its key: a warm worker reads the series'
 * row, never for its candles, and a change of any candle makes what was kept unreachable. So does a restored database, in
 * which ids and versions come again.
 */
@Injectable()
export class SeriesCache {
  private readonly candles: LRUCache<string, CachedCandles, LoadContext>;
  private readonly largestWholeSeries: number;

  constructor(
    private readonly loader: CandleColumnsLoader,
    unconfirmed: UnconfirmedCandles,
    @Inject(ENVIRONMENT) environment: Environment,
    @InjectMetric(LOADS) private readonly loads: Counter,
  ) {
    const maxSize = environment.seriesCacheMegabytes * BYTES_PER_MEGABYTE;
    this.largestWholeSeries = (maxSize * LARGEST_SHARE) / BYTES_PER_CANDLE;
    this.candles = new LRUCache({
      maxSize,
      sizeCalculation: ({ columns, unfinished }) =>
        Math.max(1, (columns.length + unfinished.length) * BYTES_PER_CANDLE),
      // A load that loses its room to others before it ends is still waited for.
      ignoreFetchAbort: true,
      // Runs that need the same candles at once share one load.
      fetchMethod: async (_key, _stale, { context: { span, stop } }) => {
        this.loads.inc();
        const [columns, unfinished] = await Promise.all([
          loader.load(span, stop),
          unconfirmed.unfinished(span, stop),
        ]);
        return { columns, unfinished };
      },
    });
  }

  /**
   * Candles that hold at least what is needed, when the series does; possibly the whole series. `stop` ends a load for
   * everybody who shares it.
   */
  async load(series: Series, need: CandleNeed, stop: AbortSignal): Promise<CachedCandles> {
    const span = await this.spanOf(series, need);
    const key = keyOf(series, span);
    return this.candles.forceFetch(key, { context: { span, stop } });
  }

  private spanOf(
    { id, candleCount, firstOpenTime, lastOpenTime }: Series,
    need: CandleNeed,
  ): CandleSpan | Promise<CandleSpan> {
    const isWhole = candleCount <= this.largestWholeSeries && firstOpenTime !== null && lastOpenTime !== null;
    if (isWhole) return { seriesId: id, from: firstOpenTime, to: lastOpenTime };
    return this.loader.spanOf(id, need);
  }
}

function keyOf(series: Series, { from, to }: CandleSpan): string {
  const { id, exchange, symbol, interval, version, lastWriteAt } = series;
  return JSON.stringify([id, exchange, symbol, interval, version, lastWriteAt, from, to]);
}
