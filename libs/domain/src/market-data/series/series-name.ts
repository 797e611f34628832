import type { Interval } from '#engine/market/interval';

export interface SeriesName {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: Interval;
}

/** A series in a map; the length says where the exchange ends, whatever the names hold. */
export function seriesKey({ exchange, symbol, interval }: SeriesName): string {
  return `${interval} ${exchange.length} ${exchange}${symbol}`;
}
