import type { SeriesName } from '#domain/market-data/series.repository';
import { INTERVALS, isInterval } from '#engine/market/interval';
import type { Environment } from '#platform/config/environment';
import { InvalidEnvironmentError } from '#platform/config/variable';

export const CONFIGURED_SERIES = Symbol('CONFIGURED_SERIES');

/** The series of CANDLE_FEED; one error names those whose interval the service does not know. */
export function configuredSeries({ candleFeed }: Pick<Environment, 'candleFeed'>): SeriesName[] {
  const problems: string[] = [];
  const series = new Map<string, SeriesName>();
  for (const { exchange, symbol, interval } of candleFeed) {
    const text = `${exchange}:${symbol}:${interval}`;
    if (isInterval(interval)) series.set(text, { exchange, symbol, interval });
    else problems.push(`CANDLE_FEED: the interval of ${text} must be one of ${INTERVALS.join(', ')}`);
  }
  if (problems.length > 0) throw new InvalidEnvironmentError(problems);
  return [...series.values()];
}
