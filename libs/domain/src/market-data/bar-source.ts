import { intervalSeconds, type Interval } from '#engine/market/interval';
import type { Series } from './series.entity';

/** Candles of one interval, stored as such or put together of shorter ones in memory. */
export interface BarSource {
  readonly series: Series;
  readonly interval: Interval;
}

/**
 * Of a symbol's series on an exchange the one that the interval's candles come from: its own, else the longest one that
 * divides it.
 */
export function barSourceOf(series: readonly Series[], interval: Interval): BarSource | undefined {
  const wanted = intervalSeconds(interval);
  const longest = series
    .filter((candidate) => candidate.candleCount > 0 && wanted % intervalSeconds(candidate.interval) === 0)
    .sort((a, b) => intervalSeconds(b.interval) - intervalSeconds(a.interval))
    .at(0);
  return longest && { series: longest, interval };
}

/** What is to be said of candles that are not stored as such. */
export function aggregationWarning({ series, interval }: BarSource): string {
  const { symbol, exchange } = series;
  return `no ${interval} candles of ${symbol} are stored on ${exchange}: they were put together of ${series.interval} candles`;
}
