import type { SeriesName } from '#domain/market-data/series/series-name';
import { INTERVALS, isInterval } from '#engine/market/interval';
import type { Environment } from '#platform/config/environment';
import { InvalidEnvironmentError } from '#platform/config/variable';
import { nearestWord } from '#platform/text/nearest-word';
import { KNOWN_EXCHANGES } from '#sources/exchanges/known-exchanges';

export const CONFIGURED_SERIES = Symbol('CONFIGURED_SERIES');

/** The series of CANDLE_FEED; one error names those whose exchange or interval the service does not know. */
export function configuredSeries({ candleFeed }: Pick<Environment, 'candleFeed'>): SeriesName[] {
  const problems: string[] = [];
  const series = new Map<string, SeriesName>();
  for (const { exchange, symbol, interval } of candleFeed) {
    const text = `${exchange}:${symbol}:${interval}`;
    if (!KNOWN_EXCHANGES.has(exchange)) problems.push(`CANDLE_FEED: ${unknownExchangeText(exchange, text)}`);
    if (isInterval(interval)) series.set(text, { exchange, symbol, interval });
    else problems.push(`CANDLE_FEED: the interval of ${text} must be one of ${INTERVALS.join(', ')}`);
  }
  if (problems.length > 0) throw new InvalidEnvironmentError(problems);
  return [...series.values()];
}

function unknownExchangeText(exchange: string, text: string): string {
  const nearest = nearestWord(exchange, KNOWN_EXCHANGES);
  const hint =
    nearest === undefined ? "sim or one of ccxt's ids, such as binance" : `did you mean ${nearest}?`;
  return `the exchange of ${text} is not known: ${hint}`;
}
