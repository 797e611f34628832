import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CandleColumnsLoader, type CandleSpan } from '#domain/market-data/candle-columns.loader';
import type { Series } from '#domain/market-data/series.entity';
import { BYTES_PER_CANDLE, type CandleColumns } from '#engine/market/candle-columns';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';

const BYTES_PER_MEGABYTE = 1024 * 1024;
/** A series that would fill more of the cache than this is loaded by the span that is asked for. */
const LARGEST_SHARE = 0.5;

/**
 * Candles as columns, kept while there is room. A series' version is part of its key: a warm worker asks for the series'
 * row, never for its candles, and a change of any candle makes what was kept unreachable.
 */
@Injectable()
export class SeriesCache {
  private readonly columns: LRUCache<string, CandleColumns, CandleSpan>;
  private readonly largestWholeSeries: number;

  constructor(loader: CandleColumnsLoader, @Inject(ENVIRONMENT) environment: Environment) {
    const maxSize = environment.seriesCacheMegabytes * BYTES_PER_MEGABYTE;
    this.largestWholeSeries = (maxSize * LARGEST_SHARE) / BYTES_PER_CANDLE;
    this.columns = new LRUCache({
      maxSize,
      sizeCalculation: ({ length }) => Math.max(1, length * BYTES_PER_CANDLE),
      // Runs that ask for the same candles at once share one load.
      fetchMethod: (_key, _stale, { context }) => loader.load(context),
    });
  }

  /** Columns that hold at least the span, when the series does; possibly the whole series. */
  async load(series: Series, from: Date, to: Date): Promise<CandleColumns> {
    const { id, version, candleCount, firstOpenTime, lastOpenTime } = series;
    const whole = candleCount <= this.largestWholeSeries && firstOpenTime !== null && lastOpenTime !== null;
    const span = whole ? { seriesId: id, from: firstOpenTime, to: lastOpenTime } : { seriesId: id, from, to };
    const key = `${id}.${version}.${span.from.getTime()}.${span.to.getTime()}`;
    return this.columns.forceFetch(key, { context: span });
  }
}
