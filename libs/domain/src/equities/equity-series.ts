import type { SeriesName } from '../market-data/series/series-name';

/** Where daily candles of shares are stored. */
export const EQUITY_EXCHANGE = 'us';
export const EQUITY_INTERVAL = '1d';

export function equitySeriesName(symbol: string): SeriesName {
  return { exchange: EQUITY_EXCHANGE, symbol, interval: EQUITY_INTERVAL };
}
